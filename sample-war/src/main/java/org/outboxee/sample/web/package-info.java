/** How the shop's REST resources refuse a request. Every other package of the shop may use it; it uses none of them. */
@NullMarked
package org.outboxee.sample.web;

import org.jspecify.annotations.NullMarked;
