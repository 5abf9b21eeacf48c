import { z } from 'zod'
import type { Endpoint } from './endpoint.js'

/** The JSON of every error response. */
export const errorResponse = z.object({
  error: z.string().describe('Error code'),
  message: z.string().describe('What went wrong, for people'),
})

type JsonSchema = {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, object>>
  readonly required?: readonly string[]
}

/** Describes the endpoints as an OpenAPI 3.1 document. */
export function toOpenApiDocument(
  endpoints: readonly Endpoint[],
  title = 'Latchkey gateway',
): {
  readonly openapi: string
  readonly info: Record<string, unknown>
  readonly paths: Record<string, Record<string, unknown>>
  readonly components: Record<string, unknown>
} {
  const paths = [...new Set(endpoints.map(({ path }) => path))].sort()
  const toMethods = (path: string): Record<string, unknown> =>
    Object.fromEntries(
      endpoints
        .filter((endpoint) => endpoint.path === path)
        .map((endpoint) => [endpoint.method.toLowerCase(), toOperation(endpoint)]),
    )
  return {
    openapi: '3.1.0',
    info: { title, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    paths: Object.fromEntries(paths.map((path) => [path, toMethods(path)])),
    components: { schemas: { Error: toJsonSchema(errorResponse) } },
  }
}

function toOperation({ path, summary, query, body, response, status = 200 }: Endpoint): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const { properties = {}, required = [] } = query ? toJsonSchema(query) : {}
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(properties).map(([name, schema]) => {
      return { name, in: 'query', required: required.includes(name), schema }
    }),
  ]
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(toJsonSchema(body)) } }),
    responses: {
      [status]: {
        description: 'Success',
        ...(typeof response === 'string' ? { content: { [response]: {} } } : json(toJsonSchema(response))),
      },
      default: { description: 'Error', ...json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

/** Returns the schema of the transmitted JSON: fields before their transformation, as clients write them. */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest as JsonSchema
}
