import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { firstLine, runSource } from '../test/programs.js'
import { openMailbox } from './journal.js'
import { startRelay } from './relay.js'
import { connectClient } from './testing/client.js'

const topic = 'b'.repeat(64)
const messageOf = (message: string, expiresAt = 1_000): Parameters<ReturnType<typeof openMailbox>['add']>[0] => ({
  topic,
  message,
  tag: 1_108,
  from: 'alice',
  publishedAt: 0,
  expiresAt,
})

describe('the journal of the relay', () => {
  let folder: string
  let journal: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'relay-'))
    journal = join(folder, 'mailbox.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('brings back what waits and who has it, and nothing that has expired [F25]', () => {
    const first = openMailbox({ now: () => 0, journal })
    for (const [text, expiresAt] of [
      ['1', 1_000],
      ['2', 1_000],
      ['short', 10],
    ] as const)
      first.add(messageOf(text, expiresAt))
    first.acknowledge(messageOf('1'), 'bob')
    first.close()
    const second = openMailbox({ now: () => 500, journal })
    expect([...second.entries()]).toEqual([
      [messageOf('1'), ['bob']],
      [messageOf('2'), []],
    ])
    second.close()
  })

  it('passes over a line that a kill has cut off, and over what is none of ours', async () => {
    await writeFile(journal, `${JSON.stringify({ add: messageOf('1') })}\nnull\n7\n{"add":{"topic":"b`)
    const mailbox = openMailbox({ now: () => 0, journal })
    expect(mailbox.read(topic, 'bob')).toEqual([messageOf('1')])
    mailbox.close()
    expect((await readFile(journal, 'utf8')).trim().split('\n')).toHaveLength(1)
  })

  it('does not grow for ever', async () => {
    let now = 0
    const mailbox = openMailbox({ now: () => now, journal })
    for (let n = 0; n < 10_001; n++) {
      mailbox.add(messageOf(`${n}`, now + 10))
      mailbox.acknowledge(messageOf(`${n}`), 'bob')
    }
    now = 5
    mailbox.prune()
    expect((await readFile(journal, 'utf8')).trim().split('\n').length).toBeLessThanOrEqual(200)
    mailbox.close()
  })

  it('delivers all that was acknowledged to the sender after a SIGKILL [F25]', async () => {
    const code = `
      import { startRelay } from './relay/relay.js'
      const relay = await startRelay({ journal: process.argv[2] })
      console.log(relay.url)`
    const killed = await runSource({ code, args: [journal] })
    const url = await firstLine(killed.stdout)
    const alice = await connectClient(url)
    const key = ed25519.utils.randomSecretKey()
    for (let n = 0; n < 100; n++)
      expect((await alice.call('irn_publish', { topic, message: `${n}`, ttl: 60 })).result).toBe(true)
    const bob = await connectClient(url, { key })
    bob.acknowledge(false)
    await bob.call('irn_subscribe', { topic })
    const gone = once(killed, 'exit')
    killed.kill('SIGKILL')
    await gone

    const relay = await startRelay({ journal })
    const back = await connectClient(relay.url, { key })
    await back.call('irn_subscribe', { topic })
    const all = Array.from({ length: 100 }, (_, n) => `${n}`)
    await vi.waitFor(() => expect(back.pushed.map(({ message }) => message)).toEqual(all))
    await relay.stop()
  })
})
