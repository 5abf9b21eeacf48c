import type { World } from './Visit.js'

/** Returns the servers that all tests share. */
export function readWorld(): World {
  const { DEMO_URL = '', VAULT_URL = '', MAILBOX_URL = '', CHAINS = '[]' } = process.env
  return { demoUrl: DEMO_URL, frameUrl: VAULT_URL, mailboxUrl: MAILBOX_URL, chains: JSON.parse(CHAINS) }
}
