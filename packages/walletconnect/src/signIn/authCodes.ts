import { isRecord } from '@latchkey/core'
import type { Client } from '../client/relayer.js'

export type AuthCode = {
  /** Where the answer comes. */
  readonly topic: string
  /** For which the answer is encrypted; the other half is with the client. */
  readonly publicKey: string
  readonly pairingTopic: string
}

/** The codes that ask for a sign-in and may still be answered: until their pairing dies, also over a reload. */
export type AuthCodes = {
  add(pairingTopic: string): Promise<AuthCode>
  /** The code that an answer on this topic is for: once. */
  take(topic: string): AuthCode | undefined
  /** Nothing is heard of it any more. */
  forget(topic: string): Promise<void>
  destroy(): void
}

/** Kept beside what the client keeps, so that what a code leaves there is found and ended. */
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
      // without a network it stays, and the next visit tries again
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
  load().catch(() => undefined) // what is blocked has nothing to sweep
  pairing.events.on('pairing_expire', sweep)

  return {
    async add(pairingTopic) {
      const publicKey = await crypto.generateKeyPair()
      // the topic is the hash of the key, which the client makes for keys that it keeps
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
