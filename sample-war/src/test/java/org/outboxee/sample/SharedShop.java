package org.outboxee.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.support.TypeBasedParameterResolver;

/** Gives tests a {@link LaunchedShop}, the same for all classes of a run: booting a server is what takes the time. */
final class SharedShop extends TypeBasedParameterResolver<LaunchedShop> {

    private static final Namespace NAMESPACE = Namespace.create(SharedShop.class);

    @Override
    public LaunchedShop resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // What is in the root's store is closed after the last class.
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(LaunchedShop.class, type -> started(), LaunchedShop.class);
    }

    private static LaunchedShop started() {
        try {
            LaunchedShop shop = new LaunchedShop(Shops.fresh("wildfly.home", "wildfly"));
            shop.start();
            return shop;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
