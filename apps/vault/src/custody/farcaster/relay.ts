import { z } from 'zod'
import { boundedFetch } from '../providers/openClient.js'

export type FarcasterChannel = { readonly channelToken: string; readonly url: string }

export type FarcasterStatus = {
  readonly state: 'pending' | 'completed'
  readonly message?: string | undefined
  readonly signature?: string | undefined
  /** The relay's name for the user. Unverified. */
  readonly username?: string | undefined
}

const channel: z.ZodType<FarcasterChannel> = z.object({
  channelToken: z.string().min(1).max(256),
  url: z.url({ protocol: /^https?$/ }).max(2_048),
})
const status: z.ZodType<FarcasterStatus> = z.object({
  state: z.enum(['pending', 'completed']),
  message: z.string().max(8_192).optional(),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]{2,16384}$/)
    .optional(),
  username: z.string().max(64).optional(),
})

/** Request timeout in milliseconds. */
const timeout = 5_000

export type ChannelRequest = {
  /** Shown on the phone and signed by the user. */
  readonly domain: string
  readonly siweUri: string
  readonly nonce: string
}

/** Opens a channel between a login and the phone that scans its URL. [FIP-11] */
export async function openChannel(relayUrl: string, request: ChannelRequest): Promise<FarcasterChannel> {
  const body = JSON.stringify({ ...request, acceptAuthAddress: true })
  const response = await fetchRelay(relayUrl, 'channel', { method: 'POST', body, headers: {} })
  if (response.status !== 201) throw new Error(`The relay returned ${response.status}.`)
  return channel.parse(await response.json())
}

/** Reads the channel's status; null if it no longer exists. */
export async function readChannel(relayUrl: string, channelToken: string): Promise<FarcasterStatus | null> {
  const headers = { authorization: `Bearer ${channelToken}` }
  const response = await fetchRelay(relayUrl, 'channel/status', { method: 'GET', headers })
  if (response.status === 401 || response.status === 404) return null
  if (response.status !== 200 && response.status !== 202) throw new Error(`The relay returned ${response.status}.`)
  return status.parse(await response.json())
}

function fetchRelay(
  relayUrl: string,
  path: string,
  { headers, ...init }: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
): Promise<Response> {
  return boundedFetch(`${relayUrl.replace(/\/+$/, '')}/v1/${path}`, {
    ...init,
    body: init.body,
    headers: { ...headers, 'content-type': 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  } as Parameters<typeof boundedFetch>[1])
}
