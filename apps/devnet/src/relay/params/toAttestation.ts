import { refuseParams } from './refuseParams.js'

/** Passed on as it came; nothing here checks it. */
export function toAttestation(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > 16_384) throw refuseParams('attestation is a short text')
  return value
}
