import { randomBytes, randomUUID } from 'node:crypto'

export type ChannelRequest = {
  readonly siweUri: string
  readonly domain: string
  readonly nonce?: string | undefined
  readonly notBefore?: string | undefined
  readonly expirationTime?: string | undefined
  readonly requestId?: string | undefined
  readonly acceptAuthAddress?: boolean | undefined
}

/** The response of a wallet in a channel. */
export type ChannelResponse = {
  readonly message: string
  readonly signature: string
  readonly fid: number
  readonly username: string
  readonly authMethod?: string | undefined
}

export type Channel = {
  readonly token: string
  readonly nonce: string
  readonly url: string
  readonly request: ChannelRequest
  readonly answer?: ChannelResponse | undefined
}

type Channels = {
  readonly open: (request: ChannelRequest) => Channel
  readonly get: (token: string) => Channel | undefined
  /** False if the channel does not exist or is completed. */
  readonly complete: (token: string, answer: ChannelResponse) => boolean
}

/** Number of channels that are kept. */
const maxChannels = 1_000

/** Channels of a relay between a login and a phone. `toUrl` returns the URL to scan. */
export function createChannels(toUrl: (query: URLSearchParams) => string): Channels {
  const channels = new Map<string, Channel>()
  return {
    open(request) {
      const [token, nonce] = [randomUUID(), request.nonce ?? randomBytes(8).toString('hex')]
      const { siweUri, domain } = request
      const url = toUrl(new URLSearchParams({ channelToken: token, nonce, siweUri, domain }))
      const channel = { token, nonce, url, request }
      channels.set(token, channel)
      const [oldest] = channels.keys()
      if (channels.size > maxChannels && oldest !== undefined) channels.delete(oldest)
      return channel
    },
    get: (token) => channels.get(token),
    complete(token, answer) {
      const channel = channels.get(token)
      if (!channel || channel.answer) return false
      channels.set(token, { ...channel, answer })
      return true
    },
  }
}
