import { z } from 'zod'

/** Of ether that a contract has sent inside a call. */
export type InternalTransfer = { readonly sender: string; readonly recipient: string; readonly value: bigint }

/** As nodes write them in traces. */
export const addressField: z.ZodType<string> = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .toLowerCase()
export const valueField: z.ZodType<bigint> = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
