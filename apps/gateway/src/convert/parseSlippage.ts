import { z } from 'zod'

/** Hundredths of a per cent. */
const most = 5_000n

/** Per cent with two decimals, above 0 and up to 50, as hundredths of a per cent. [S9.5] */
export const slippageField: z.ZodType<bigint> = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text), 'is no number of per cent with two decimals')
  .transform((text) => {
    const [whole = '0', part = ''] = text.split('.')
    return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
  })
  .refine((points) => points > 0n && points <= most, 'is not above 0 and up to 50')
