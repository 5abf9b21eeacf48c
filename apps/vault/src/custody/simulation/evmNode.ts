import { type Address, decodeAbiParameters, type Hex, hexToBigInt, isHex, toHex } from 'viem'
import { z } from 'zod'
import type { NodeAnswer } from '../../networks/askNode.js'
import { type EvmLog, evmLog, type Findings, hex } from './evmLogs.js'
import { toReason } from './reason.js'

/** A message that is executed on the chain. */
export type EvmMessage = {
  readonly from: Address
  /** Undefined: creates a contract. */
  readonly to?: Address | undefined
  readonly value: Hex
  readonly data: Hex
  readonly gas?: Hex | undefined
}

/** Calls one node. Rejects if it doesn't respond. */
export type AskOne = (method: string, params: readonly unknown[]) => Promise<NodeAnswer>

export type EvmRun = {
  readonly ask: AskOne
  readonly messages: readonly EvmMessage[]
  readonly account: Address
  readonly block: 'latest' | 'pending'
}

/** It would fail: `message` says why. */
export class RevertError extends Error {
  override readonly name = 'RevertError'
}

type Pair = { readonly before: bigint; readonly after: bigint }

export type Measured = {
  /** Wei. */
  readonly native: Pair
  /** Balances of the requested tokens, in order; undefined if it doesn't behave like a token. */
  readonly balances: readonly (Pair | undefined)[]
  readonly allowances: readonly (Pair | undefined)[]
  /** By address in lower case. */
  readonly facts: ReadonlyMap<string, { readonly symbol: string | null; readonly decimals: number | null }>
}

/** The node doesn't support this method. */
const unsupported = Symbol('unsupported')

const callResult = z.object({
  status: z.enum(['0x0', '0x1']),
  returnData: hex,
  gasUsed: z.string().optional(),
  logs: z.array(evmLog).optional(),
  error: z.object({ message: z.string(), data: z.unknown().optional() }).optional(),
})
type CallResult = z.output<typeof callResult>
const blocks = z.tuple([z.object({ calls: z.array(callResult) })])

/** An empty address from which a simulation reads balances. */
const probe: Address = '0x00000000000000000000006c6174636862616c61'
const probeCode = '0x6000353160005260206000f3'
/** Max gas for a token's reply. */
const readGas = toHex(150_000)

type Read = { readonly to: Address; readonly data: Hex; readonly gas: Hex }

/** Runs `eth_simulateV1` on the messages alone. Returns their logs, or undefined if the node doesn't support the method. */
export async function discover(run: EvmRun): Promise<readonly EvmLog[] | undefined> {
  const results = await simulate(run, run.messages)
  if (results === unsupported) return undefined
  return results.flatMap((result, index) => assertSuccess(result, run.messages[index]).logs ?? [])
}

/**
 * Runs the messages again, between two reads of the account's balances, in one state: balances that tokens report
 * count, not their logs. Throws if a message that passed before fails.
 */
export async function measure(run: EvmRun, { tokens, pairs }: Findings, named: readonly string[]): Promise<Measured> {
  const { account, messages } = run
  const balanceReads: readonly Read[] = [
    { to: probe, data: `0x${account.slice(2).padStart(64, '0')}`, gas: readGas },
    ...tokens.map((token) => toRead(token, 'balanceOf', [account])),
    ...pairs.map(({ token, spender }) => toRead(token, 'allowance', [account, spender])),
  ]
  const facts = named.flatMap((token) => [toRead(token, 'symbol'), toRead(token, 'decimals')])
  const calls = [...balanceReads, ...messages, ...balanceReads, ...facts]
  const results = await simulate(run, calls, { [probe]: { code: probeCode } })
  if (results === unsupported || results.length !== calls.length)
    throw new Error('The node returned an unexpected number of calls.')
  const take = (from: number, count: number): readonly CallResult[] => results.slice(from, from + count)
  for (const result of take(balanceReads.length, messages.length)) assertSuccess(result)
  const before = take(0, balanceReads.length).map(readNumber)
  const after = take(balanceReads.length + messages.length, balanceReads.length).map(readNumber)
  const numbers = before.map((number, index): Pair | undefined => {
    const then = after[index]
    return number === undefined || then === undefined ? undefined : { before: number, after: then }
  })
  const [native, ...rest] = numbers
  if (!native) throw new Error('The node doesn’t tell the balance.')
  return {
    native,
    balances: rest.slice(0, tokens.length),
    allowances: rest.slice(tokens.length),
    facts: readFacts(named, take(2 * balanceReads.length + messages.length, facts.length)),
  }
}

async function simulate(
  { ask, block }: EvmRun,
  calls: readonly object[],
  stateOverrides?: object,
): Promise<readonly CallResult[] | typeof unsupported> {
  const blockStateCalls = [{ ...(stateOverrides && { stateOverrides }), calls }]
  const answer = await ask('eth_simulateV1', [{ blockStateCalls, validation: false, traceTransfers: false }, block])
  if ('result' in answer) return blocks.parse(answer.result)[0].calls
  assertNotRefused(answer.error)
  if (isUnsupported(answer.error)) return unsupported
  throw new Error(answer.error.message)
}

function assertSuccess(result: CallResult, message?: EvmMessage): CallResult {
  if (result.status === '0x1') return result
  const isSpent = message?.gas !== undefined && Number(result.gasUsed) >= Number(message.gas)
  if (isSpent || /out of gas|outofgas/i.test(result.error?.message ?? ''))
    throw new RevertError('It needs more gas than it may use.')
  throw new RevertError(toReason(result.returnData === '0x' ? (result.error?.data ?? '0x') : result.returnData))
}

type RpcFault = Extract<NodeAnswer, { readonly error: unknown }>['error']

function assertNotRefused({ code, message, data }: RpcFault): void {
  if (code === -38_014 || /insufficient (funds|balance)/i.test(message))
    throw new RevertError('There isn’t enough of the network’s own currency.')
  if (code === 3 || (isHex(data) && data !== '0x') || /execution reverted/i.test(message))
    throw new RevertError(toReason(data))
}

function isUnsupported({ code, message }: RpcFault): boolean {
  return (
    [-32_601, -32_004].includes(code) ||
    /method.*(not|n't|un)|unsupported|not (supported|available|allowed|enabled)|does not exist/i.test(message)
  )
}

const frame = z.object({
  type: z.string(),
  from: hex,
  to: hex.optional(),
  value: z.string().optional(),
  error: z.string().optional(),
  output: z.unknown().optional(),
  logs: z.array(evmLog).optional(),
  get calls() {
    return z.array(frame).optional()
  },
})
type Frame = z.output<typeof frame>

export type Traced = { readonly logs: readonly EvmLog[]; readonly native: bigint }

/**
 * Runs `debug_traceCall` on one message, for nodes without `eth_simulateV1`: its logs, and the change of the native balance. Undefined if
 * the node doesn't support that either; then `eth_call` has said whether it would fail.
 */
export async function trace({ ask, messages, account, block }: EvmRun): Promise<Traced | undefined> {
  const [message, ...more] = messages
  // later messages depend on earlier ones, and no other method runs several
  if (!message || more.length > 0) return undefined
  const answer = await ask('debug_traceCall', [
    message,
    block,
    { tracer: 'callTracer', tracerConfig: { withLog: true } },
  ])
  if ('error' in answer) {
    assertNotRefused(answer.error)
    const called = await ask('eth_call', [message, block])
    if ('error' in called) assertNotRefused(called.error)
    return undefined
  }
  const top = frame.parse(answer.result)
  if (top.error !== undefined)
    throw new RevertError(/out of gas/i.test(top.error) ? 'It needs more gas than it may use.' : toReason(top.output))
  const logs: EvmLog[] = []
  let native = 0n
  const visit = ({ type, from, to, value, error, logs: own = [], calls = [] }: Frame): void => {
    if (error !== undefined) return
    const amount = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(type) ? BigInt(value ?? 0) : 0n
    if (from.toLowerCase() === account.toLowerCase()) native -= amount
    if (to?.toLowerCase() === account.toLowerCase()) native += amount
    logs.push(...own)
    for (const call of calls) visit(call)
  }
  visit(top)
  return { logs, native }
}

/** Reads the metadata and current balances of tokens, one call at a time. */
export async function readTokens(
  { ask, account, block }: Pick<EvmRun, 'ask' | 'account' | 'block'>,
  { pairs }: Pick<Findings, 'pairs'>,
  named: readonly string[],
): Promise<Pick<Measured, 'facts'> & { readonly allowances: readonly (bigint | undefined)[] }> {
  const call = async ({ to, data }: Read): Promise<CallResult> => {
    const answer = await ask('eth_call', [{ to, data }, block])
    const returned = 'result' in answer ? hex.safeParse(answer.result).data : undefined
    return { status: returned === undefined ? '0x0' : '0x1', returnData: returned ?? '0x' }
  }
  const [facts, allowances] = await Promise.all([
    Promise.all(named.flatMap((token) => [call(toRead(token, 'symbol')), call(toRead(token, 'decimals'))])),
    Promise.all(pairs.map(({ token, spender }) => call(toRead(token, 'allowance', [account, spender])))),
  ])
  return { facts: readFacts(named, facts), allowances: allowances.map(readNumber) }
}

/** Selectors of token methods. [ERC-20] */
const selectors = {
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
} as const

function toRead(token: string, name: keyof typeof selectors, addresses: readonly Address[] = []): Read {
  const words = addresses.map((address) => address.slice(2).toLowerCase().padStart(64, '0'))
  return { to: token as Address, data: `${selectors[name]}${words.join('')}`, gas: readGas }
}

function readFacts(named: readonly string[], results: readonly CallResult[]): Measured['facts'] {
  return new Map(
    named.map((token, index) => {
      const decimals = readNumber(results[2 * index + 1])
      const isDecimals = decimals !== undefined && decimals <= 36n
      return [token, { symbol: readSymbol(results[2 * index]), decimals: isDecimals ? Number(decimals) : null }]
    }),
  )
}

function readNumber(result: CallResult | undefined): bigint | undefined {
  return result?.status === '0x1' && result.returnData.length === 66 ? hexToBigInt(result.returnData) : undefined
}

/** Decodes a string returned by a contract: dynamic, or 32 bytes in older ones. Allows letters, digits and a few symbols only. */
function readSymbol(result: CallResult | undefined): string | null {
  if (result?.status !== '0x1' || result.returnData.length > 1_026) return null
  try {
    const [text] =
      result.returnData.length === 66
        ? [Buffer.from(result.returnData.slice(2), 'hex').toString('utf8').replace(/\0+$/, '')]
        : decodeAbiParameters([{ type: 'string' }], result.returnData)
    return /^[\w.$+₮-]{1,20}$/.test(text) ? text : null
  } catch {
    return null // it has no displayable symbol
  }
}
