import { z } from 'zod'

export type OnrampProvider = {
  readonly name: string
  readonly label: string
  /** The provider's page. */
  readonly url: string
  /** Signs orders and the provider's reports. Default: the page opens without an order. */
  readonly secret?: string | undefined
  /** Percent of the payment. */
  readonly feePercent: number
  /** Delivery fee in US dollars. */
  readonly networkFee: number
  readonly feeRange?: string | undefined
  readonly iconUrl?: string | undefined
  /** For providers whose page gets it from the browser. */
  readonly publicKey?: string | undefined
}

/** Decimal numbers in the payment currency. */
type Limit = { readonly id: string; readonly min: string; readonly max: string }

export type Onramp = {
  readonly providers: readonly OnrampProvider[]
  /** US dollars per unit of other payment currencies, e.g. `{ EUR: 1.1 }`. */
  readonly rates: Readonly<Record<string, number>>
  readonly limits: readonly Limit[]
}

type DefaultedField = 'feePercent' | 'networkFee'

/** Defaults: a fee of 1 %, no delivery fee, and the limits of [S9.4]. */
export type OnrampSettings = Partial<Omit<Onramp, 'providers'>> & {
  readonly providers?: readonly (Omit<OnrampProvider, DefaultedField> & Partial<Pick<OnrampProvider, DefaultedField>>)[]
}

const provider = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/),
  label: z.string().min(1).max(64),
  url: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(32).optional(),
  feePercent: z.number().min(0).max(50).default(1),
  networkFee: z.number().min(0).max(100).default(0),
  feeRange: z.string().max(64).optional(),
  iconUrl: z.string().max(500).optional(),
  publicKey: z.string().max(200).optional(),
})

const money = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)

const defaultLimits: Limit[] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

const onrampSchema = z.strictObject({
  providers: z
    .array(provider)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'has a name twice')
    .default([]),
  rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()).default({}),
  limits: z
    .array(z.object({ id: z.string(), min: money, max: money }))
    .min(1)
    .default(defaultLimits),
})

/** Parses the settings. Throws for invalid ones. */
export function parseOnramp(value: unknown): Onramp {
  const { success, data, error } = onrampSchema.safeParse(value)
  if (success) return data
  throw new Error(`Invalid onramp settings: ${z.prettifyError(error)}`)
}
