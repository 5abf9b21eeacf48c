import { z } from 'zod'

export type OnrampProvider = {
  readonly name: string
  readonly label: string
  /** Its page. */
  readonly url: string
  /** Signs orders to it and its reports to us. Without one, its page is opened as it is and knows nothing of orders. */
  readonly secret?: string | undefined
  /** Per cent of what is paid. */
  readonly feePercent: number
  /** US dollars that delivery costs. */
  readonly networkFee: number
  readonly feeRange?: string | undefined
  readonly iconUrl?: string | undefined
  /** For a provider whose page takes it from the browser. */
  readonly publicKey?: string | undefined
}

/** Decimal texts, of the payment currency. */
type Limit = { readonly id: string; readonly min: string; readonly max: string }

export type Onramp = {
  readonly providers: readonly OnrampProvider[]
  /** US dollars for one of another currency that may be paid with, e.g. `{ EUR: 1.1 }`. */
  readonly rates: Readonly<Record<string, number>>
  readonly limits: readonly Limit[]
}

type DefaultedField = 'feePercent' | 'networkFee'

/** Fees are 1 % and nothing for delivery unless told, limits those of [S9.4]. */
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

/** Throws what is wrong with the settings. */
export function parseOnramp(value: unknown): Onramp {
  const { success, data, error } = onrampSchema.safeParse(value)
  if (success) return data
  throw new Error(`These are no providers of purchases: ${z.prettifyError(error)}`)
}
