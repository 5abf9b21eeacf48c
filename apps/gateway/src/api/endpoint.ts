import type { z } from 'zod'

/** One operation of the HTTP API. Its validation, its handler's types and its part of the OpenAPI document come from here. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces, e.g. `/v1/identity/{address}`. */
  readonly path: string
  readonly summary: string
  /** The query string, an object schema. Unknown fields are ignored. */
  readonly query?: z.ZodType
  /** The JSON body, an object schema. Unknown fields are ignored. */
  readonly body?: z.ZodType
  /** The JSON of a successful response, or the media type of one that is not JSON. */
  readonly response: z.ZodType | string
  /** Status of a successful response. Default: 200. */
  readonly status?: number
  /** Seconds for which caches may keep the response. Default: not at all. */
  readonly maxAge?: number
}

/** Declares an endpoint and keeps the exact types of its schemas. */
export function defineEndpoint<const endpoint extends Endpoint>(endpoint: endpoint): endpoint {
  return endpoint
}

/** Values of schemas as handlers pass them on. */
export type DeepReadonly<value> = value extends object
  ? { readonly [key in keyof value]: DeepReadonly<value[key]> }
  : value
