package org.outboxee.it.payload;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A record with a property of every common kind. */
public record Order(
        UUID id,
        Line first,
        List<Line> lines,
        Map<String, List<Line>> byShop,
        Map<Color, List<List<Integer>>> byColor,
        Color color,
        char grade,
        BigInteger number,
        Optional<String> comment,
        Optional<Line> gift,
        String empty,
        @Nullable String missing,
        Instant placed,
        LocalDate due,
        OffsetDateTime shipped,
        ZonedDateTime delivered,
        Duration age,
        Shape parcel) {}
