import { formatUnits, parseAbiItem, toFunctionSignature } from 'viem'
import { z } from 'zod'
import { findGrantProblem } from '../signing/permissions/grantable.js'

/** Price and limits of an asset. */
export type AssetPolicy = {
  /** Atomic units that one user may send or allow others to take within 24 hours; undefined: no separate limit. */
  readonly dailyLimit: bigint | undefined
  readonly decimals: number
  /** Price of one whole unit, in 10⁻⁸ of the operator's unit of account; undefined if unknown. */
  readonly price: bigint | undefined
}

/**
 * Rules that custody enforces for the users of one app. Contracts, programs and recipients are CAIP-10 ids, lower case on EVM; assets are
 * `<CAIP-2>/native` or `<CAIP-2>/<token address>`. Values are in 10⁻⁸ of the operator's unit of account.
 */
export type Policy = {
  readonly assets: ReadonlyMap<string, AssetPolicy>
  /** Limit per user within 24 hours, for all assets together. */
  readonly dailyValue: bigint | undefined
  /** Undefined: all recipients that aren't blocked. */
  readonly allowed: ReadonlySet<string> | undefined
  readonly blocked: ReadonlySet<string>
  /** Contracts that may be called although custody can't read the call's effects. */
  readonly trusted: ReadonlySet<string>
  /** Delay of the first transfer above a value to a recipient, in milliseconds. */
  readonly holdFirstTransfer: { readonly above: bigint; readonly time: number } | undefined
  /** Milliseconds after its first login in which a device can't move anything. */
  readonly holdNewDevice: number | undefined
  /** Limit per user within 24 hours above which a second factor is required, if the user has one. */
  readonly stepUpAbove: bigint | undefined
  /** Contract functions that a permission may include. Nothing else is granted. */
  readonly grantable: ReadonlyMap<string, readonly string[]>
}

/** Decimals of values, and of prices. */
const valueDecimals = 8

const hour = 3_600_000

/** Parses a decimal text to atomic units; null if it has too many decimals. */
function toAtomic(text: string, decimals: number): bigint | null {
  const [whole = '', part = ''] = text.split('.')
  return part.length > decimals ? null : BigInt(whole + part.padEnd(decimals, '0'))
}

/** Parses a value in the operator's unit of account. Throws for more than 8 decimals. */
export function parseValue(text: string): bigint {
  const parsed = toAtomic(text, valueDecimals)
  if (parsed === null) throw new RangeError(`At most ${valueDecimals} decimals`)
  return parsed
}

/** A value as a decimal text. */
export function toValueText(value: bigint): string {
  return formatUnits(value, valueDecimals)
}

/** EVM addresses are case-insensitive, and so are SegWit addresses; Solana's are not. */
export function toAccountId(chain: string, address: string): string {
  const ignoresCase = chain.startsWith('eip155:') || (chain.startsWith('bip122:') && /^(?:bc|tb|bcrt)1/i.test(address))
  return `${chain}:${ignoresCase ? address.toLowerCase() : address}`
}

export function toAssetId(chain: string, asset: string): string {
  return `${chain}/${chain.startsWith('eip155:') ? asset.toLowerCase() : asset}`
}

const amount = z.string().regex(/^\d{1,40}(\.\d{1,36})?$/, 'An amount is a decimal text, as "1.5"')
const value = amount.transform((text, context) => {
  const parsed = toAtomic(text, valueDecimals)
  if (parsed !== null) return parsed
  context.addIssue(`At most ${valueDecimals} decimals`)
  return z.NEVER
})
const chain = z
  .string()
  .regex(/^(eip155:[1-9]\d{0,14}|solana:[-_a-zA-Z0-9]{1,32}|bip122:[\da-f]{32})$/, 'A network is its CAIP-2 id')
const accountId = z
  .string()
  .regex(
    /^(eip155:[1-9]\d{0,14}:0x[\da-fA-F]{40}|solana:[-_a-zA-Z0-9]{1,32}:[1-9A-HJ-NP-Za-km-z]{32,44}|bip122:[\da-f]{32}:[\da-zA-Z]{14,90})$/,
    'An account, contract or program is its CAIP-10 id, as eip155:1:0x…',
  )
  .transform((id) => toAccountId(id.slice(0, id.lastIndexOf(':')), id.slice(id.lastIndexOf(':') + 1)))
const accountIds = z.array(accountId).max(10_000)
const hours = z.number().positive().max(720)

const asset = z
  .strictObject({
    decimals: z.number().int().min(0).max(36),
    dailyLimit: amount.optional(),
    price: value.optional(),
  })
  .transform(({ decimals, dailyLimit, price }, context): AssetPolicy => {
    const limit = dailyLimit === undefined ? undefined : toAtomic(dailyLimit, decimals)
    if (limit !== null) return { decimals, dailyLimit: limit, price }
    context.addIssue(`dailyLimit has more than ${decimals} decimals`)
    return z.NEVER
  })

const assetKey = z
  .string()
  .regex(/^(native|0x[\da-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'An asset is "native" or the address of its token')

const grant = z.strictObject({
  contract: accountId.refine((id) => id.startsWith('eip155:'), 'Permissions are for contracts of EVM'),
  functions: z
    .array(
      z.string().transform((text, context) => {
        const problem = readSignature(text)
        if ('signature' in problem) return problem.signature
        context.addIssue(problem.why)
        return z.NEVER
      }),
    )
    .min(1)
    .max(100),
})

/** The `policy` of a project in `projects.json`. */
export const policySchema: z.ZodType<Policy> = z
  .strictObject({
    assets: z.record(chain, z.record(assetKey, asset)).default({}),
    dailyValue: value.optional(),
    recipients: z.strictObject({ allow: accountIds.optional(), block: accountIds.default([]) }).default({ block: [] }),
    trustedContracts: accountIds.default([]),
    holdFirstTransfer: z.strictObject({ above: value, hours }).optional(),
    holdNewDevice: z.strictObject({ hours }).optional(),
    stepUpAbove: value.optional(),
    grantable: z.array(grant).max(1_000).default([]),
  })
  .transform(({ assets, recipients, trustedContracts, holdFirstTransfer, holdNewDevice, grantable, ...rest }) => ({
    assets: new Map(
      Object.entries(assets).flatMap(([network, list]) =>
        Object.entries(list).map(([key, one]) => [toAssetId(network, key), one] as const),
      ),
    ),
    dailyValue: rest.dailyValue,
    allowed: recipients.allow && new Set(recipients.allow),
    blocked: new Set(recipients.block),
    trusted: new Set(trustedContracts),
    holdFirstTransfer: holdFirstTransfer && { above: holdFirstTransfer.above, time: holdFirstTransfer.hours * hour },
    holdNewDevice: holdNewDevice && holdNewDevice.hours * hour,
    stepUpAbove: rest.stepUpAbove,
    grantable: groupGrants(grantable),
  }))

function groupGrants(
  list: readonly { readonly contract: string; readonly functions: readonly string[] }[],
): Policy['grantable'] {
  const groups = new Map<string, readonly string[]>()
  for (const { contract, functions } of list) groups.set(contract, [...(groups.get(contract) ?? []), ...functions])
  return groups
}

/** The canonical signature of a function, or why it can't be granted. */
function readSignature(text: string): { readonly signature: string } | { readonly why: string } {
  try {
    const signature = toFunctionSignature(parseAbiItem(`function ${text}`) as Parameters<typeof toFunctionSignature>[0])
    const problem = findGrantProblem(signature)
    return problem === null ? { signature } : { why: `${text} can't be granted: ${problem}` }
  } catch {
    return { why: `A function is its signature, as play(uint256), not ${text}` } // viem's own message has several lines
  }
}
