import type { Address } from 'viem'
import type {
  SimulatedAllowance,
  SimulatedAsset,
  SimulatedEffects,
  SimulatedMove,
  Simulation,
} from '../../protocol/simulation.js'
import { isUnlimited } from '../../signing/evm/decodeCall.js'
import { type Findings, readLogs } from './evmLogs.js'
import {
  discover,
  type EvmMessage,
  type EvmRun,
  type Measured,
  measure,
  readTokens,
  type Traced,
  trace,
} from './evmNode.js'

export type EvmSimulation = Pick<EvmRun, 'ask' | 'messages'> & {
  readonly account: Address
  readonly chainId: number
  /** For a transaction of an EOA. */
  readonly nonce: number | undefined
}

/** Max contracts whose balances are compared; if more report something, the result says so. */
const maxTokens = 24
/** Max contracts without `eth_simulateV1`, where each needs separate calls. */
const maxTraced = 8
const maxRights = 16

/**
 * Runs messages on one node and compares the account's balances before and after. Throws RevertError if they would fail, and any other
 * error if this node can't simulate.
 */
export async function simulateEvm({ ask, messages, account, chainId, nonce }: EvmSimulation): Promise<Simulation> {
  const isAhead = nonce === undefined ? Promise.resolve(false) : waitsForOthers({ ask, account, nonce })
  const [isEarlier] = await Promise.all([isAhead, assertChain({ ask, chainId })])
  const run: EvmRun = { ask, messages, account, block: isEarlier ? 'pending' : 'latest' }
  try {
    return await compare(run)
  } catch (cause) {
    // it may only fail because an earlier request hasn't been executed yet
    if (isEarlier) return { status: 'unavailable', reason: 'earlier' }
    throw cause
  }
}

async function compare(run: EvmRun): Promise<Simulation> {
  const { messages, account } = run
  const logs = await discover(run)
  if (logs) {
    const found = limit(addTargets(readLogs(logs, account), messages), maxTokens)
    return toEffects(found, await measure(run, found, listNamed(found)))
  }
  const traced = await trace(run)
  if (!traced) return { status: 'unavailable', reason: 'node' }
  const found = limit(readLogs(traced.logs, account), maxTraced)
  return toEffects(found, await weigh(run, found, traced))
}

async function assertChain({ ask, chainId }: Pick<EvmSimulation, 'ask' | 'chainId'>): Promise<void> {
  const answer = await ask('eth_chainId', [])
  if (!('result' in answer) || Number(answer.result) !== chainId) throw new Error('The node is on another chain.')
}

async function waitsForOthers({
  ask,
  account,
  nonce,
}: Pick<EvmSimulation, 'ask' | 'account'> & { readonly nonce: number }): Promise<boolean> {
  const answer = await ask('eth_getTransactionCount', [account, 'latest'])
  if (!('result' in answer)) throw new Error(answer.error.message)
  return nonce > Number(answer.result)
}

/** A token that logs nothing is still checked if it is called directly. */
function addTargets(found: Findings, messages: readonly EvmMessage[]): Findings {
  const targets = messages.flatMap(({ to }) => (to === undefined ? [] : [to.toLowerCase()]))
  const called = targets.filter(
    (to) => !found.tokens.includes(to) && !found.items.some(({ address }) => address === to),
  )
  const tokens = [...found.tokens.slice(0, found.claimed), ...called, ...found.tokens.slice(found.claimed)]
  return { ...found, tokens: [...new Set(tokens)] }
}

type Limited = Findings & { readonly isPartial: boolean }

function limit(found: Findings, max: number): Limited {
  const { tokens, claimed, pairs, items, rights } = found
  return {
    tokens: tokens.slice(0, max),
    claimed,
    pairs: pairs.slice(0, maxRights),
    items: items.slice(0, maxRights),
    rights: rights.slice(0, maxRights),
    isPartial: claimed > max || [pairs, items, rights].some((list) => list.length > maxRights),
  }
}

function listNamed({ tokens, pairs, items, rights }: Findings): readonly string[] {
  const granted = rights.flatMap(({ asset }) => ('address' in asset ? [asset.address] : []))
  return [
    ...new Set([...tokens, ...pairs.map(({ token }) => token), ...items.map(({ address }) => address), ...granted]),
  ]
}

/** If no balance can be read in the final state, the tokens' logs take its place. */
async function weigh(run: EvmRun, found: Limited, { logs, native }: Traced): Promise<Measured> {
  const { facts, allowances } = await readTokens(run, found, listNamed(found))
  const account = run.account.toLowerCase()
  const changes = sumTransfers(logs, account)
  const granted = new Map(
    logs
      .filter(({ topics }) => topics[0] === approval && topics.length === 3 && toTail(topics[1]) === account)
      .map(({ address, topics, data }) => [`${address.toLowerCase()} ${toTail(topics[2])}`, toNumber(data)] as const),
  )
  return {
    native: { before: -native, after: 0n },
    balances: found.tokens.map((token) => ({ before: -(changes.get(token) ?? 0n), after: 0n })),
    allowances: found.pairs.map(({ token, spender }, index) => {
      const [before, after] = [allowances[index], granted.get(`${token} ${spender}`)]
      return before === undefined || after === undefined ? undefined : { before, after }
    }),
    facts,
  }
}

const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Wrapped currency, which logs no transfer when it is wrapped or unwrapped. */
const deposit = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const withdrawal = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

function sumTransfers(logs: Traced['logs'], account: string): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { address, topics, data } of logs) {
    const [kind, from, to, item] = topics
    const amount = toNumber(data)
    const add = (change: bigint): unknown =>
      sums.set(address.toLowerCase(), (sums.get(address.toLowerCase()) ?? 0n) + change)
    if (kind === transfer && item === undefined) {
      if (toTail(from) === account) add(-amount)
      if (toTail(to) === account) add(amount)
    }
    if (kind === deposit && toTail(from) === account) add(amount)
    if (kind === withdrawal && toTail(from) === account) add(-amount)
  }
  return sums
}

function toTail(topic: string | undefined): string {
  return `0x${topic?.slice(26).toLowerCase() ?? ''}`
}

function toNumber(data: string): bigint {
  return data.length === 66 ? BigInt(data) : 0n
}

function toEffects(found: Limited, { native, balances, allowances, facts }: Measured): SimulatedEffects {
  const sends: SimulatedMove[] = []
  const receives: SimulatedMove[] = []
  const move = (asset: SimulatedAsset, change: bigint): void => {
    if (change < 0n) sends.push({ asset, amount: `${-change}` })
    if (change > 0n) receives.push({ asset, amount: `${change}` })
  }
  const toToken = (address: string): SimulatedAsset => ({
    type: 'token',
    address,
    ...(facts.get(address) ?? { symbol: null, decimals: null }),
  })
  const name = (asset: SimulatedAsset): SimulatedAsset =>
    asset.type === 'item' || asset.type === 'collection'
      ? { ...asset, symbol: facts.get(asset.address)?.symbol ?? null }
      : asset

  move({ type: 'native' }, native.after - native.before)
  for (const [index, address] of found.tokens.entries()) {
    const balance = balances[index]
    if (balance) move(toToken(address), balance.after - balance.before)
  }
  for (const { address, id, change } of found.items)
    move(name({ type: 'item', address, id: `${id}`, symbol: null }), change)
  const granted = found.pairs.flatMap(({ token, spender }, index): readonly SimulatedAllowance[] => {
    const allowance = allowances[index]
    if (!allowance || allowance.after <= allowance.before) return []
    const { after } = allowance
    return [{ asset: toToken(token), spender, amount: `${after}`, isUnlimited: isUnlimited(after) }]
  })
  const rights = found.rights.map(({ asset, spender }): SimulatedAllowance => {
    const isUnlimited = asset.type === 'collection'
    return { asset: name(asset), spender, amount: '1', isUnlimited }
  })
  // a contract that logs a transfer of the account, and isn't a readable token, may have done more than we see
  const isUnread = balances.slice(0, found.claimed).some((balance) => balance === undefined)
  return {
    status: 'done',
    sends,
    receives,
    allows: [...granted, ...rights],
    gives: [],
    ...((found.isPartial || isUnread) && { isPartial: true as const }),
  }
}
