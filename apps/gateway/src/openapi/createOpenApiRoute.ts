import { toJsonAnswer } from '../http/answer.js'
import type { Route } from '../http/route.js'
import { fieldSchemas } from './fieldSchemas.js'
import { type Operation, operations } from './operations.js'

/** Seconds that the document may be kept. */
const maxAge = 300

/** The routes as OpenAPI 3.1 tells them, this one too. */
export function createOpenApiRoute(routes: readonly Route[]): Route {
  const route: Route = {
    method: 'GET',
    path: '/openapi.json',
    answer: () => toJsonAnswer(toDocument([...routes, route]), { maxAge }),
  }
  return route
}

function toDocument(routes: readonly Route[]): object {
  const paths = [...new Set(routes.map(({ path }) => path))].sort()
  const toMethods = (path: string): object =>
    Object.fromEntries(
      routes
        .filter((route) => route.path === path)
        .map(({ method }) => [method.toLowerCase(), toOperation(path, operations[`${method} ${path}`])]),
    )
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey gateway', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    paths: Object.fromEntries(paths.map((path) => [path, toMethods(path)])),
    components: { schemas: { Fault: fault } },
  }
}

const fault = {
  type: 'object',
  required: ['error', 'message'],
  properties: {
    error: { type: 'string', description: 'A word for programs' },
    message: { type: 'string', description: 'A sentence for people' },
  },
}

function toOperation(path: string, operation: Operation = { summary: path, answer: [] }): object {
  const { summary, query = [], body, answer } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = [
    ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...query.map((field) => ({ name: toName(field), in: 'query', required: isNeeded(field), schema: toSchema(field) })),
  ]
  const json = (schema: object): object => ({ content: { 'application/json': { schema } } })
  const reply = answer.length === 0 ? {} : json({ type: 'object', required: answer })
  return {
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, ...json(toObject(body)) } }),
    responses: {
      '2XX': { description: 'As asked', ...reply },
      default: { description: 'Why not', ...json({ $ref: '#/components/schemas/Fault' }) },
    },
  }
}

function toObject(fields: readonly string[]): object {
  return {
    type: 'object',
    required: fields.filter(isNeeded).map(toName),
    properties: Object.fromEntries(fields.map((field) => [toName(field), toSchema(field)])),
  }
}

function toSchema(field: string): object {
  return fieldSchemas[toName(field)] ?? { type: 'string' }
}

function toName(field: string): string {
  return field.replace(/!$/, '')
}

function isNeeded(field: string): boolean {
  return field.endsWith('!')
}
