package org.outboxee.sample;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.remote.RemoteWebDriver;

/** Chromium without a window, as it is installed on this machine; nothing is downloaded. */
final class Browser implements AutoCloseable {

    private static final Optional<File> CHROMIUM = installed("chromium", "chromium-browser", "google-chrome");
    private static final Optional<File> DRIVER = installed("chromedriver");

    private final ChromeDriverService service;
    private final RemoteWebDriver driver;

    private Browser(ChromeDriverService service, RemoteWebDriver driver) {
        this.service = service;
        this.driver = driver;
    }

    static boolean isInstalled() {
        return CHROMIUM.isPresent() && DRIVER.isPresent();
    }

    /** A browser with a profile of its own, which stays there when it quits. */
    static Browser open(Path work) throws IOException {
        Path profile = Files.createTempDirectory(Files.createDirectories(work), "browser");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.orElseThrow())
                .usingAnyFreePort()
                .withLogFile(work.resolve("chromedriver.log").toFile())
                .build();
        ChromeOptions options = new ChromeOptions().setBinary(CHROMIUM.orElseThrow());
        options.addArguments(
                "--user-data-dir=" + profile.toAbsolutePath(),
                "--headless",
                // Root, as in most containers, may not use the sandbox; the only page it opens is ours.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                // About a phone's: what fits there fits everywhere.
                "--window-size=500,700");
        service.start();
        // Not a ChromeDriver: that one warns of every new Chromium, for the sake of commands that no test uses.
        return new Browser(service, new RemoteWebDriver(service.getUrl(), options, false));
    }

    RemoteWebDriver driver() {
        return driver;
    }

    @Override
    public void close() {
        driver.quit();
        service.stop();
    }

    private static Optional<File> installed(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> Arrays.stream(names).map(name -> new File(folder, name)))
                .filter(File::canExecute)
                .findFirst();
    }
}
