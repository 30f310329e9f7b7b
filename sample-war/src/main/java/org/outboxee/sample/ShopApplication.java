package org.outboxee.sample;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Puts the REST resources under {@code /api}; the page beside them is static. */
@ApplicationPath("api")
public class ShopApplication extends Application {}
