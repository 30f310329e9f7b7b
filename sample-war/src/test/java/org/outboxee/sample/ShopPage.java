package org.outboxee.sample;

import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.function.Predicate;
import org.awaitility.core.ConditionFactory;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.remote.RemoteWebDriver;

/** The shop's page as somebody uses it who looks at it: by what is shown, and by its controls. */
final class ShopPage {

    private final RemoteWebDriver browser;

    private ShopPage(RemoteWebDriver browser) {
        this.browser = browser;
    }

    /** Opens the page anew, and waits until it is filled. */
    static ShopPage open(RemoteWebDriver browser, URI shop) {
        browser.get(shop.toString());
        ShopPage page = new ShopPage(browser);
        page.eventually().until(() -> page.count("dead").matches("\\d+"));
        return page;
    }

    /** Fills in the form and sends it. */
    void order(String customer, String product, String amount) {
        browser.findElement(By.cssSelector("#customer option[value=" + customer + "]"))
                .click();
        fill("product", product);
        fill("amount", amount);
        button("Place order").click();
    }

    private void fill(String field, String text) {
        WebElement input = browser.findElement(By.id(field));
        input.clear();
        input.sendKeys(text);
    }

    /** Has a provider behave so from now on, and waits until the page says that it does. */
    void letProvider(String name, String behaviour) {
        browser.findElement(By.xpath("//select[@id='provider-" + name + "']/option[.='" + behaviour + "']"))
                .click();
        outcome(("The " + name + " provider now " + behaviour + ".")::equals);
    }

    WebElement button(String label) {
        return browser.findElement(By.xpath("//button[.='" + label + "']"));
    }

    /** What the page says about the last action, as soon as it is what is expected. */
    String outcome(Predicate<String> expected) {
        return eventually().until(() -> text(By.id("outcome")), expected);
    }

    /** One of the numbers of the outbox: {@code pending}, {@code claimed} or {@code dead}. */
    String count(String which) {
        return text(By.id(which));
    }

    /** The dead letters, as they are shown. */
    String letters() {
        return text(By.id("letters"));
    }

    /** What is said about the dead letters that are not shown. */
    String moreLetters() {
        return text(By.id("more-letters"));
    }

    /** A cell of the row about an order, by its number from 1, in the table of this id. */
    String cell(String table, String order, int column) {
        return text(By.xpath("//tbody[@id='" + table + "']/tr[td[1]='" + order + "']/td[" + column + "]"));
    }

    /** Whether an element is to be seen without scrolling the page. */
    boolean isInView(String id) {
        return is(
                "const { top, bottom } = element.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight",
                id);
    }

    /** Whether a table has columns that are to be seen by scrolling only. */
    boolean isCut(String table) {
        return is("const frame = element.closest('.scroll'); return frame.scrollWidth > frame.clientWidth", table);
    }

    private boolean is(String script, String id) {
        return Boolean.TRUE.equals(
                browser.executeScript("const element = document.getElementById(arguments[0]); " + script, id));
    }

    private String text(By place) {
        return browser.findElements(place).stream()
                .findFirst()
                .map(WebElement::getText)
                .orElse("");
    }

    /** For conditions on a page that is drawn anew every second, also between the finding and the reading. */
    ConditionFactory eventually() {
        return await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsInstanceOf(StaleElementReferenceException.class);
    }
}
