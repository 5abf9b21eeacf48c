import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { createClockFile } from './clockFile.js'

test('createClockFile accumulates moves, and shares them with every reader of the file', async () => {
  const { file, now, move } = await createClockFile()
  expect(Math.abs(now() - Date.now())).toBeLessThan(1_000)
  await move(600_000)
  await move(-60_000)
  expect(Math.abs(now() - Date.now() - 540_000)).toBeLessThan(1_000)
  const read = `process.stdout.write(require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8'))`
  expect(execFileSync(process.execPath, ['-e', read], { encoding: 'utf8' })).toBe('540000')
  const other = await createClockFile({ file })
  await other.move(1)
  expect(Math.abs(now() - other.now())).toBeLessThan(1_000)
  expect(execFileSync(process.execPath, ['-e', read], { encoding: 'utf8' })).toBe('540001')
  await rm(dirname(file), { recursive: true })
})

test('createClockFile loses no move if several clocks move at once', async () => {
  const first = await createClockFile()
  const others = await Promise.all(Array.from({ length: 10 }, () => createClockFile({ file: first.file })))
  await Promise.all(others.map(({ move }) => move(60_000)))
  expect(Math.abs(first.now() - Date.now() - 600_000)).toBeLessThan(1_000)
  await rm(dirname(first.file), { recursive: true })
})
