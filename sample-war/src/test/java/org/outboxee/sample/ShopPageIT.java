package org.outboxee.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.outboxee.sample.provider.Behaviour;

/** The page in a browser, on the same server as {@link ShopOnWildFlyIT}. */
@EnabledIf(
        value = "org.outboxee.sample.Browser#isInstalled",
        disabledReason = "There is no chromium or no chromedriver on the PATH;"
                + " for Debian: apt-get install chromium chromium-driver")
@ExtendWith(SharedShop.class)
class ShopPageIT {

    private static final Path WORK = Path.of(System.getProperty("shop.work"));

    @RegisterExtension
    static final AfterTestExecutionCallback SCREENSHOT_OF_A_FAILURE = context -> {
        if (context.getExecutionException().isPresent()) {
            takeScreenshot(context.getRequiredTestMethod().getName());
        }
    };

    private static LaunchedShop shared;
    private static ShopClient shop;
    private static Browser browser;

    private ShopPage page;

    @BeforeAll
    static void open_the_browser(LaunchedShop launched) throws IOException {
        shared = launched;
        shop = new ShopClient(launched.address());
        browser = Browser.open(WORK);
    }

    @AfterAll
    static void quit_the_browser() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open_the_page() {
        page = ShopPage.open(browser.driver(), shared.address());
    }

    @AfterEach
    void clear_up() {
        shop.behave("payment", Behaviour.OK);
        shop.outbox().deadLetters().forEach(shop::discard);
    }

    @Test
    void an_order_is_shown_as_paid_and_its_mail_is_listed() {
        page.order("barbara", "Fountain pen", "24.90");
        String order = placed();

        page.eventually().untilAsserted(() -> {
            assertThat(page.cell("orders", order, 3)).isEqualTo("24.90");
            assertThat(page.cell("orders", order, 4)).startsWith("paid ");
            assertThat(page.cell("mails", order, 3)).isEqualTo("1");
        });
    }

    @Test
    void a_declined_payment_is_a_dead_letter_that_replay_pays() {
        page.letProvider("payment", "declines");
        page.order("barbara", "Desk lamp", "120");
        String order = placed();

        page.eventually().untilAsserted(() -> {
            assertThat(page.count("dead")).isEqualTo("1");
            assertThat(page.letters())
                    .contains("payment.capture for " + order + " after 1 attempt: ")
                    .contains("The payment provider answered 402", "declined");
            assertThat(page.cell("orders", order, 4)).isEqualTo("open");
        });

        page.letProvider("payment", "works");
        page.button("Replay").click();

        page.outcome(("Replayed payment.capture for " + order + ".")::equals);
        assertThat(page.isInView("outcome")).isTrue();
        page.eventually().untilAsserted(() -> {
            assertThat(page.cell("orders", order, 4)).startsWith("paid ");
            assertThat(page.count("dead")).isEqualTo("0");
            assertThat(page.letters()).isEmpty();
        });
    }

    @Test
    void of_many_dead_letters_the_oldest_are_shown_and_all_are_counted() {
        shop.behave("payment", Behaviour.DECLINE);
        Rush.atTheSameTime(21, () -> shop.place("barbara", "1"));

        page.eventually().until(page::moreLetters, "The oldest 20 of 21."::equals);
    }

    @Test
    void an_order_above_the_limit_is_refused_in_the_words_of_the_server() {
        page.order("edsger", "Desk lamp", "300.01");

        page.outcome("An order of 300.01 is above the limit of 300.00 of Edsger"::equals);
    }

    @Test
    void nine_of_ten_orders_at_once_are_placed() {
        page.button("Place ten").click();

        page.outcome("Placed 9 of ten. An order of 501.00 is above the limit of 500.00 of Alan."::equals);
    }

    @Test
    void markup_in_a_product_name_is_shown_as_it_was_typed() {
        page.order("barbara", "<b>x</b>", "1");
        String order = placed();

        page.eventually().until(() -> page.cell("orders", order, 2), "<b>x</b>"::equals);
        assertThat(browser.driver().findElements(By.cssSelector("#orders b"))).isEmpty();
    }

    @Test
    void a_long_word_as_product_leaves_the_other_columns_in_view() {
        page.order("barbara", "x".repeat(100), "1");
        String order = placed();

        page.eventually().until(() -> !page.cell("orders", order, 2).isEmpty());
        assertThat(page.isCut("orders")).isFalse();
    }

    private String placed() {
        return page.outcome(said -> said.startsWith("Placed "))
                .replace("Placed ", "")
                .replace(".", "");
    }

    private static void takeScreenshot(String name) throws IOException {
        Files.write(WORK.resolve(name + ".png"), browser.driver().getScreenshotAs(OutputType.BYTES));
    }
}
