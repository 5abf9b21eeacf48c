import { createRpcError } from '../errors/createRpcError.js'

/** The object that a method takes as its only parameter, or -32602. */
export function firstParam(params: unknown): Readonly<Record<string, unknown>> {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  if (typeof first !== 'object' || first === null) throw createRpcError(-32_602, 'Expected an object as parameter.')
  return first as Readonly<Record<string, unknown>>
}
