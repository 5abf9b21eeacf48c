import type { Simulation } from '../chain/simulateTransaction.js'
import { toReturnDataJson } from './toReturnDataJson.js'

/** A simulation as Solana's JSON has it. */
export function toSimulationJson({ error, metadata }: Simulation): Readonly<Record<string, unknown>> {
  return {
    err: error?.err ?? null,
    accounts: null,
    innerInstructions: null,
    logs: metadata?.logs() ?? [],
    returnData: metadata ? toReturnDataJson(metadata) : null,
    unitsConsumed: Number(metadata?.computeUnitsConsumed() ?? 0),
  }
}
