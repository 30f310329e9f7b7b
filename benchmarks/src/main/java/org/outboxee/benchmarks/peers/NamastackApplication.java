package org.outboxee.benchmarks.peers;

import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import java.util.function.Consumer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The Spring Boot application of {@link Namastack}. Public for Spring. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class NamastackApplication {

    /** Where messages go. */
    record Payloads(Consumer<String> target) {}

    /** The handler. */
    @Bean
    OutboxTypedHandler<String> handler(Payloads payloads) {
        return new OutboxTypedHandler<>() {
            @Override
            public void handle(String payload, OutboxRecordMetadata metadata) {
                payloads.target().accept(payload);
            }
        };
    }
}
