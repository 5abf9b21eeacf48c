import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.mjs'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const read = (/** @type {string} */ file) => workflows.find((workflow) => workflow.file === file)?.text ?? ''

describe.each(workflows)('the workflow $file', ({ text }) => {
  it('takes actions by commit, with their version beside it, as a tag can be moved', () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, what = '']) => what)
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((what) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([])
  })

  it('may read and nothing else, except in the jobs that say so', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  })

  it('ends, however long a job hangs', () => {
    const jobs = text.slice(text.indexOf('\njobs:')).match(/^ {2}[\w-]+:$/gm) ?? []
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs.length)
  })

  it('runs commands that there are, and puts no text of others into a shell', () => {
    const commands = [...text.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command = '']) => command)
    const named = commands.flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.[1] ?? [])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(commands.filter((command) => command.includes('${{'))).toEqual([])
  })

  it('needs no secret', () => {
    expect(text).not.toContain('secrets.')
  })
})

describe('a release', () => {
  it('is published by the one job that may prove where it comes from, after everything has passed', () => {
    const [before = '', publish = ''] = read('release.yml').split(/^ {2}publish:$/m)
    expect(before).not.toContain('write')
    expect(publish).toContain('needs: proof')
    expect(publish).toContain('environment: release')
    expect(publish).toMatch(/^ {6}id-token: write$/m)
    expect(publish).toContain('node scripts/release.mjs')
  })

  it('is not what a pull request can start', () => {
    expect(read('release.yml')).toMatch(/^on:\n {2}workflow_dispatch:\n\n/m)
    expect(read('ci.yml')).not.toContain('write')
  })
})
