package org.outboxee.sample.server;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What differs between one start of a shop's server and another.
 *
 * @param home the unpacked server, which is left as it is
 * @param war the shop
 * @param work where the server keeps its files; emptied at every start
 * @param data where the database is
 * @param port the HTTP port
 * @param jvmOptions options for the server's JVM, none for its defaults
 * @param console the file that the server's output is added to; this process's own output if empty
 */
public record ShopSetup(
        Path home, Path war, Path work, Path data, int port, List<String> jvmOptions, Optional<Path> console) {

    /** Options as they are written, with spaces between them. */
    public static List<String> options(String written) {
        return Arrays.stream(written.split(" "))
                .filter(option -> !option.isEmpty())
                .toList();
    }

    /** Sends the output of a server where it shall go. */
    ProcessBuilder withOutput(ProcessBuilder command) {
        console.ifPresentOrElse(
                file -> command.redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile())), command::inheritIO);
        return command;
    }
}
