import { relayLimits } from '../relayLimits.js'
import { refuseParams } from './refuseParams.js'

/** Each entry is parsed before anything is done, so that a batch is taken whole or not at all. */
export function toBatch<Entry>(value: unknown, parse: (entry: unknown) => Entry): readonly Entry[] {
  if (!Array.isArray(value)) throw refuseParams('a batch is a list')
  if (value.length > relayLimits.batch) throw refuseParams(`a batch has ${relayLimits.batch} entries at most`)
  return value.map((entry) => parse(entry))
}
