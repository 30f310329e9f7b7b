package org.outboxee.cdi.internal.config;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A properties file that the application ships.
 *
 * @param origin where it is, for people to read
 * @param values its entries by key
 */
record ApplicationFile(String origin, Map<String, String> values) {

    /** Our own file, the source of lowest priority. */
    static final String OUTBOX = "META-INF/outbox.properties";

    /** MicroProfile Config's file, read here only to find misspelt keys. */
    static final String MICROPROFILE = "META-INF/microprofile-config.properties";

    /** Every file of this name that the class loader sees, in UTF-8 as MicroProfile Config reads its own. */
    static List<ApplicationFile> read(ClassLoader application, String resource) {
        List<ApplicationFile> files = new ArrayList<>();
        try {
            for (URL url : Collections.list(application.getResources(resource))) {
                files.add(new ApplicationFile(url.toString(), entries(url)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + resource + " of the application", e);
        }
        return files;
    }

    /** The value of a key, empty when it is missing or empty. */
    Optional<ConfigValue> value(String key) {
        return Optional.ofNullable(values.get(key))
                .filter(text -> !text.isEmpty())
                .map(text -> new ConfigValue(text, origin));
    }

    private static Map<String, String> entries(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false); // a cached jar file would outlive the application and keep its file open
        Properties properties = new Properties();
        try (Reader reader = new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        Map<String, String> values = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
        return values;
    }
}
