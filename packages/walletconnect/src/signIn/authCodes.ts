import { isRecord } from '@latchkey/core'
import type { Client } from '../client/relayer.js'

export type AuthCode = {
  /** The topic on which the reply arrives. */
  readonly topic: string
  /** The key for which the reply is encrypted; the client has the private key. */
  readonly publicKey: string
  readonly pairingTopic: string
}

/** Codes with a sign-in request that may still get a reply: until their pairing expires, also after a reload. */
export type AuthCodes = {
  add(pairingTopic: string): Promise<AuthCode>
  /** The code for a reply on this topic; returned once only. */
  take(topic: string): AuthCode | undefined
  /** Stops listening for a reply. */
  forget(topic: string): Promise<void>
  destroy(): void
}

/** Stored next to the client's data, so that keys and subscriptions of old codes can be removed. */
export function createAuthCodes(client: Client): AuthCodes {
  const { crypto, relayer, pairing, storage, customStoragePrefix } = client.core
  const key = `latchkey@1:authCodes${customStoragePrefix}`
  const codes = new Map<string, AuthCode>()
  const taken = new Set<string>()

  const store = (): Promise<void> => storage.setItem(key, [...codes.values()])
  const forget = async (topic: string): Promise<void> => {
    const code = codes.get(topic)
    if (!code) return
    taken.add(topic)
    try {
      await crypto.deleteKeyPair(code.publicKey)
      await relayer.unsubscribe(topic)
      codes.delete(topic)
      taken.delete(topic)
      await store()
    } catch {
      // offline: kept, and retried on the next visit
    }
  }
  const sweep = (): void => {
    for (const { topic, pairingTopic } of codes.values())
      if (!pairing.pairings.keys.includes(pairingTopic)) void forget(topic)
  }
  const load = async (): Promise<void> => {
    const stored: unknown = await storage.getItem(key)
    for (const code of (Array.isArray(stored) ? stored : []).filter(isCode)) codes.set(code.topic, code)
    sweep()
  }
  load().catch(() => undefined) // blocked storage has nothing to sweep
  pairing.events.on('pairing_expire', sweep)

  return {
    async add(pairingTopic) {
      const publicKey = await crypto.generateKeyPair()
      // the topic is the hash of the key, which the client computes for stored keys only
      const topic = await crypto.setSymKey(publicKey)
      await crypto.deleteSymKey(topic)
      const code = { topic, publicKey, pairingTopic }
      codes.set(topic, code)
      await store()
      return code
    },
    take(topic) {
      const code = taken.has(topic) ? undefined : codes.get(topic)
      if (code) taken.add(topic)
      return code
    },
    forget,
    destroy() {
      pairing.events.off('pairing_expire', sweep)
    },
  }
}

function isCode(value: unknown): value is AuthCode {
  return isRecord(value) && ['topic', 'publicKey', 'pairingTopic'].every((name) => typeof value[name] === 'string')
}
