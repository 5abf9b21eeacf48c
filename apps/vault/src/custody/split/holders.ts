import { readFile } from 'node:fs/promises'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Agent, request as requestByTls } from 'node:https'
import { text as readText } from 'node:stream/consumers'
import { withDeadline } from '@latchkey/server-kit/deadline'
import { Notice } from '@latchkey/server-kit/log'
import { z } from 'zod'
import { assertProtected, type MutualTls, readMutualTls, toClientOptions } from '../../tls/mutualTls.js'
import { CallError } from '../errors/callError.js'
import {
  type HolderKey,
  type Opening,
  type OpeningReply,
  openingReplySchema,
  openingSchema,
  parseHolderKey,
} from './wire.js'

/** Another operator's process that keeps a key of every split wallet. */
export type Holder = {
  readonly name: string
  /** The key that shares are sealed to. */
  readonly key: HolderKey
  /** Whether it couldn't be reached lately: other holders are tried first. */
  readonly isAvoided: () => boolean
  /** Rejects if it can't be reached or takes too long. */
  readonly ask: (opening: Opening) => Promise<OpeningReply>
}

export type Holders = {
  /** One, which is always needed, or two, either of which is enough. */
  readonly list: readonly Holder[]
  /** Whether new wallets are split. */
  readonly splitsNewWallets: boolean
}

const holdersSchema = z.strictObject({
  holders: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[\w-]{1,32}$/),
        url: z.string().min(1),
        publicKey: z.string(),
        tls: z.strictObject({ cert: z.string(), key: z.string(), ca: z.string() }).optional(),
      }),
    )
    .min(1)
    .max(2),
  newWallets: z.boolean().default(true),
})

/** Milliseconds: timeout for a holder's reply, including the connection, and how long a failed holder is tried last. */
const times = { reply: 4_000, avoided: 30_000 } as const

/** Reads `SPLIT_HOLDERS_FILE`: the share holders. Undefined: wallets aren't split. */
export async function readHolders(
  environment: Readonly<Record<string, string | undefined>>,
  { now }: { readonly now: number },
): Promise<Holders | undefined> {
  const { SPLIT_HOLDERS_FILE: file } = environment
  if (!file) return undefined
  const { success, data, error } = holdersSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!success) throw new Error(`SPLIT_HOLDERS_FILE is invalid: ${z.prettifyError(error)}`)
  const names = new Set(data.holders.map(({ name }) => name))
  if (names.size < data.holders.length) throw new Error('Two holders of SPLIT_HOLDERS_FILE have the same name.')
  const list: Holder[] = []
  for (const { name, url, publicKey, tls } of data.holders) {
    const files = { HOLDER_TLS_CERT: tls?.cert, HOLDER_TLS_KEY: tls?.key, HOLDER_TLS_CA: tls?.ca }
    const read = (variable: string): string | undefined => files[variable as keyof typeof files]
    const own = await readMutualTls(read, { role: 'holderClient', prefix: 'HOLDER_TLS', now })
    list.push(connectHolder({ name, url, key: parseHolderKey(publicKey), tls: own }))
  }
  return { list, splitsNewWallets: data.newWallets }
}

type ConnectHolderOptions = {
  readonly name: string
  /** An https URL, an http URL on this machine, or the path of a Unix socket. */
  readonly url: string
  readonly key: HolderKey
  readonly tls?: MutualTls | undefined
}

/** Throws if calls would leave this machine in plain text. */
export function connectHolder({ name, url, key, tls }: ConnectHolderOptions): Holder {
  const send = createSend(url, tls)
  let avoidedUntil = Number.NEGATIVE_INFINITY
  return {
    name,
    key,
    isAvoided: () => performance.now() < avoidedUntil,
    ask: async (opening) => {
      const body = JSON.stringify(z.encode(openingSchema, opening))
      const { signal: none } = new AbortController()
      try {
        const reply = await withDeadline({ signal: none, milliseconds: times.reply }, (signal) => send(body, signal))
        return openingReplySchema.parse(JSON.parse(reply))
      } catch (cause) {
        avoidedUntil = performance.now() + times.avoided
        throw cause
      }
    },
  }
}

type Send = (body: string, signal: AbortSignal) => Promise<string>

function createSend(url: string, tls: MutualTls | undefined): Send {
  const to = toPlace(url, tls)
  const open = to.agent ? requestByTls : request
  return (body, signal) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const onReply = (response: IncomingMessage): void => {
        const { statusCode } = response
        if (statusCode === 200) return void readText(response).then(resolve, reject)
        response.resume()
        reject(new Error(`It answered ${statusCode}.`))
      }
      open({ ...to, path: '/open', method: 'POST', headers, signal }, onReply)
        .on('error', reject)
        .end(body)
    })
}

function toPlace(url: string, tls: MutualTls | undefined): RequestOptions {
  if (url.startsWith('/')) return { socketPath: url }
  const { protocol, hostname, port } = new URL(url)
  const to = { hostname: hostname.replace(/^\[|\]$/g, ''), port }
  if (protocol === 'https:' && tls)
    return { ...to, agent: new Agent({ keepAlive: true, maxCachedSessions: 0, ...toClientOptions(tls, 'holder') }) }
  if (protocol !== 'http:') throw new Error(`The holder at ${url} needs "tls", with the files that its operator sent.`)
  assertProtected({ host: hostname, tls: undefined, option: 'HOLDER' })
  return to
}

export type Share = { readonly holder: string; readonly keyId: string; readonly sealed: Buffer }

type AskHolders = Pick<Opening, 'instance' | 'wallet' | 'signed'> & {
  readonly shares: readonly Share[]
  /** Whether it is the key of the wallet. */
  readonly isRight: (key: Buffer) => boolean
  readonly warn: (cause: unknown) => void
}

/**
 * Asks the holders of a wallet for its key, one after the other, until one returns it. Throws `STOPPED` if one was stopped by its operator,
 * `FROZEN` for a new device, `TOO_MANY` at a limit of one, and `UNAVAILABLE` otherwise; operators get the reason, with the holder's name.
 */
export async function askHolders(
  holders: Holders | undefined,
  { instance, wallet, signed, shares, isRight, warn }: AskHolders,
): Promise<Buffer> {
  const failures: CallError[] = []
  const { id, user_id, project } = wallet
  const pairs = (holders?.list ?? []).flatMap((holder) => {
    const share = shares.find((one) => one.holder === holder.name)
    return share ? [{ ...holder, ...share, isAvoided: holder.isAvoided() }] : []
  })
  for (const { name, keyId, sealed, ask } of pairs.sort(
    (one, other) => Number(one.isAvoided) - Number(other.isAvoided),
  ))
    try {
      const reply = await ask({ v: 1, instance, wallet: { id, user_id, project }, keyId, sealed, signed })
      if ('refused' in reply) {
        warn(new Notice(`The share holder ${name} refused: ${reply.refused}.`, { level: 'warn' }))
        failures.push(toRefusal(reply))
      } else if (isRight(reply.key)) return reply.key
      else warn(new Error(`The share holder ${name} returned a wrong key for wallet ${id}.`))
    } catch (cause) {
      warn(new Error(`The share holder ${name} can’t be reached.`, { cause }))
    }
  if (!holders) warn(new Error('A wallet is split, but SPLIT_HOLDERS_FILE is not set.'))
  const order = ['STOPPED', 'FROZEN', 'TOO_MANY'] as const
  const known = order.flatMap((code) => failures.find((one) => one.code === code) ?? [])
  throw known[0] ?? toUnavailable()
}

function toRefusal({ refused, retryAfter }: Extract<OpeningReply, { readonly refused: string }>): CallError {
  if (refused === 'frozen')
    return new CallError('Signing is paused by the wallet provider. You can still log in.', { code: 'STOPPED' })
  if (refused === 'limited')
    return new CallError('Too many requests. Try again later.', { code: 'TOO_MANY', retryAfter: retryAfter ?? 60 })
  if (refused === 'waiting')
    return new CallError(
      'This browser is too new to use the wallet. Try again later, or use one that you have signed in before.',
      {
        code: 'FROZEN',
        retryAfter: retryAfter ?? 60,
      },
    )
  return toUnavailable()
}

function toUnavailable(): CallError {
  return new CallError('Your wallet can’t be opened right now. Try again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfter: 5,
  })
}
