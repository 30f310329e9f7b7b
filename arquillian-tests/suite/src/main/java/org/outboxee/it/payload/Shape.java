package org.outboxee.it.payload;

import jakarta.json.bind.annotation.JsonbSubtype;
import jakarta.json.bind.annotation.JsonbTypeInfo;

/** One of several classes, told apart by a property. */
@JsonbTypeInfo(
        key = "kind",
        value = {
            @JsonbSubtype(alias = "circle", type = Shape.Circle.class),
            @JsonbSubtype(alias = "square", type = Shape.Square.class)
        })
public sealed interface Shape {

    /** A circle. */
    record Circle(double radius) implements Shape {}

    /** A square. */
    record Square(double side) implements Shape {}
}
