package org.outboxee.sample.web;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Answers a refused request with its status and reason. */
@Provider
public class RequestExceptionMapper implements ExceptionMapper<RequestException> {

    @Override
    public Response toResponse(RequestException refused) {
        return Response.status(refused.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(new ErrorView(refused.reason()))
                .build();
    }
}
