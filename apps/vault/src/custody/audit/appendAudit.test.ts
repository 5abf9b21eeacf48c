import type { Database } from '@latchkey/server-kit/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditHead } from '../custody.js'
import { startWorld, type World } from '../test/startWorld.js'
import { recordAuditHead } from './appendAudit.js'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.stop())

test('recordAuditHead does not mistake entries added during its check for an older database', async () => {
  const { database } = world
  const auditHead: AuditHead = { seq: 0, hash: undefined }
  await world.logIn(world.createVisitor(), 'first@mail.example')
  await recordAuditHead({ database, auditHead })
  const before = auditHead.seq
  let reads = 0
  const query: Database['query'] = async (...statement) => {
    const rows = await database.query(...statement)
    // the end of the log, then the entry recorded last
    if (++reads === 2) {
      await world.logIn(world.createVisitor(), 'second@mail.example')
      await recordAuditHead({ database, auditHead })
    }
    return rows as never
  }
  await recordAuditHead({ database: { ...database, query }, auditHead })
  expect(reads).toBe(2)
  const [end] = await database.query<{ seq: string }>('SELECT max(seq) AS seq FROM audit')
  expect(auditHead.seq).toBe(Number(end?.seq))
  expect(auditHead.seq).toBeGreaterThan(before)
})
