import { refuseParams } from './refuseParams.js'

export type Params = Readonly<Record<string, unknown>>

export function toParams(value: unknown): Params {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuseParams('they must be an object')
  return value as Params
}
