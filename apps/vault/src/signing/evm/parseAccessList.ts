import { isRecord } from '@latchkey/core'
import type { AccessList } from 'viem'
import { parseAddress } from './parseAddress.js'
import { parseHex } from './parseHex.js'

/** Storage keys of the longest list. */
const most = 1_000

/** An access list, or null for what is none. It changes what a transaction costs, and nothing else. [EIP-2930] */
export function parseAccessList(value: unknown): AccessList | null {
  if (!Array.isArray(value) || value.length > most) return null
  const list: AccessList[number][] = []
  let count = 0
  for (const entry of value as readonly unknown[]) {
    if (!isRecord(entry)) return null
    const address = parseAddress(entry['address'])
    const given: unknown = entry['storageKeys']
    if (address === null || !Array.isArray(given)) return null
    count += given.length
    if (count > most) return null
    const storageKeys = given.map(parseHex)
    if (!storageKeys.every((key) => key !== null && key.length === 66)) return null
    list.push({ address, storageKeys: storageKeys.filter((key) => key !== null) })
  }
  return list
}
