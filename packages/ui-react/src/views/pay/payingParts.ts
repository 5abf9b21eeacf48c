import { submitPay } from '@latchkey/core/internal'
import { PayOutcome } from './PayOutcome.js'

export type PayingParts = { readonly submitPay: typeof submitPay; readonly PayOutcome: typeof PayOutcome }

/** What pays, and tells what becomes of it. */
export const payingParts: PayingParts = { submitPay, PayOutcome }
