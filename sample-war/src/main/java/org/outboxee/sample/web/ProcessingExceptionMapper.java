package org.outboxee.sample.web;

import jakarta.json.bind.JsonbException;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Looks for malformed JSON in what some servers wrap it in. */
@Provider
public class ProcessingExceptionMapper implements ExceptionMapper<ProcessingException> {

    @Override
    public Response toResponse(ProcessingException failure) {
        if (failure.getCause() instanceof JsonbException malformed) {
            return new JsonbExceptionMapper().toResponse(malformed);
        }
        throw failure;
    }
}
