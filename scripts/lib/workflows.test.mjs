import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.mjs'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const read = (/** @type {string} */ file) => workflows.find((workflow) => workflow.file === file)?.text ?? ''

describe.each(workflows)('the workflow $file', ({ text }) => {
  it('pins actions to a commit with a version comment, as a tag can be moved', () => {
    const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, what = '']) => what)
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((what) => !/^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([])
  })

  it('has only read permissions by default', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  })

  it('sets a timeout for every job', () => {
    const jobs = text.slice(text.indexOf('\njobs:')).match(/^ {2}[\w-]+:$/gm) ?? []
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs.length)
  })

  it('runs only existing scripts, and inserts no expressions into shell commands', () => {
    const commands = [...text.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command = '']) => command)
    const named = commands.flatMap((command) => /^npm run ([\w:-]+)/.exec(command)?.[1] ?? [])
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    expect(commands.filter((command) => command.includes('${{'))).toEqual([])
  })

  it('uses no secrets', () => {
    expect(text).not.toContain('secrets.')
  })
})

describe('a release', () => {
  const jobs = new Map(
    read('release.yml')
      .split(/^ {2}(?=[\w-]+:$)/m)
      .map((text) => [/^([\w-]+):/.exec(text)?.[1] ?? '', text]),
  )
  const job = (/** @type {string} */ name) => jobs.get(name) ?? ''

  it('is built after the checks by a job without write or token permissions', () => {
    const build = job('build')
    expect(build).toContain('needs: proof')
    expect(build).toContain('node scripts/release.mjs')
    expect(build).toContain('persist-credentials: false')
    expect(build).toMatch(/^ {4}permissions:\n {6}contents: read\n {4}steps:/m)
    expect(`${job('proof')}${build}`).not.toMatch(/: write|environment:|github\.token/)
  })

  it('is published by a job that runs only the built script, which imports no dependencies', () => {
    const publish = job('publish')
    expect(publish).toContain('needs: build')
    expect(publish).toContain('environment: release')
    expect(publish).toMatch(/^ {4}permissions:(?:\n {6}#.*)*\n {6}id-token: write\n {4}steps:/m)
    expect(publish.match(/run: .*/g)).toEqual(['run: node release/publish.mjs'])
    expect(publish).not.toContain('actions/checkout')
    const imports = [...readFileSync(join(root, 'scripts/publish.mjs'), 'utf8').matchAll(/from '([^']+)'/g)]
    expect(imports.filter(([, from = '']) => !from.startsWith('node:'))).toEqual([])
  })

  it('is tagged by a job that cannot publish', () => {
    expect(job('tag')).toContain('needs: publish')
    expect(job('tag')).not.toMatch(/id-token|environment|checkout/)
    expect(read('release.yml').match(/: write$/gm)).toHaveLength(2)
  })

  it('cannot be started by a pull request', () => {
    expect(read('release.yml')).toMatch(/^on:\n {2}workflow_dispatch:\n\n/m)
    expect(read('ci.yml')).not.toContain('write')
  })
})

describe('a dependency', () => {
  it('is at least a week old before it is installed, as most malicious releases are removed by then', () => {
    const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
    expect(workspace).toMatch(/^minimumReleaseAge: 10080$/m)
    expect(workspace).not.toContain('minimumReleaseAgeExclude')
  })
})
