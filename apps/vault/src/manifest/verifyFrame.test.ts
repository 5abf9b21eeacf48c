import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFrame } from '../buildFrame.js'
import { startSite } from '../site/startSite.js'
import { createSigningKey, signManifest } from './manifest.js'
import { verifyFrame } from './verifyFrame.js'

const { pem, publicKey } = createSigningKey()
let folder: string
let honest: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-manifest-'))
  await buildFrame(folder)
  honest = await readFile(join(folder, 'manifest.json'), 'utf8')
  await writeFile(join(folder, 'manifest.sig'), signManifest(honest, pem).signature)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Serves the build as the site does, with responses changed as by an attacker. */
async function serving<value>(
  work: (url: string) => Promise<value>,
  change: (path: string, body: Buffer, headers: Headers) => Buffer = (_, body) => body,
): Promise<value> {
  const projects = new Map([['demo', { name: 'Demo', origins: ['https://app.example'] }]])
  const site = await startSite({ projects, networks: [], custody: '/nowhere', port: 0, frameFolder: folder })
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const served = await fetch(`${site.url}${request.url}`)
    const headers = new Headers(served.headers)
    const body = change(request.url ?? '', Buffer.from(await served.arrayBuffer()), headers)
    headers.delete('content-length')
    headers.delete('transfer-encoding')
    response.writeHead(served.status, Object.fromEntries(headers)).end(body)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
    await site.stop()
  }
}
const check = (url: string): ReturnType<typeof verifyFrame> => verifyFrame({ url, publicKey, projectId: 'demo' })

describe('verifyFrame', () => {
  test('accepts a site by the key that signed its build, or by the manifest of one’s own build', async () => {
    const verified = await serving(check)
    expect(verified).toMatchObject({ build: JSON.parse(honest).build, pages: 10 })
    expect(verified.files).toBeGreaterThanOrEqual(7)
    expect(await serving((url) => verifyFrame({ url, manifest: honest }))).toMatchObject({ pages: 9 })
  })

  test.each(['frame', 'frame-texts', 'approve', 'unlock', 'account', 'social', 'link'])(
    'error: rejects a site where one byte of %s differs [T16]',
    async (name) => {
      const wrong = serving(check, (path, body) => {
        if (path.startsWith(`/files/${name}-`)) body.writeUInt8(body.readUInt8(0) ^ 1, 0)
        return body
      })
      await expect(wrong).rejects.toThrow(new RegExp(`^/files/${name}-.* differs from the build`))
    },
  )

  test('error: rejects a manifest that was changed, is unsigned, or is signed by another key', async () => {
    const other = honest.replace(/"build": "./, '"build": "x')
    const changed = serving(check, (path, body) => (path === '/manifest.json' ? Buffer.from(other) : body))
    await expect(changed).rejects.toThrow('not signed by this key')
    const thief = createSigningKey()
    const signed = serving(check, (path, body, headers) => {
      if (path !== '/manifest.json') return body
      headers.set('x-latchkey-signature', signManifest(other, thief.pem).signature)
      return Buffer.from(other)
    })
    await expect(signed).rejects.toThrow('not signed by this key')
    const unsigned = serving(check, (_, body, headers) => {
      headers.delete('x-latchkey-signature')
      return body
    })
    await expect(unsigned).rejects.toThrow('not signed by this key')
    await expect(serving((url) => verifyFrame({ url, manifest: other }))).rejects.toThrow(
      'differs from that of your build',
    )
  })

  test.each([
    ['an inline script', '<script>alert(1)</script>'],
    ['a script of another host', '<script type="module" src="https://thief.example/x.js"></script>'],
    ['a script of its own that is not part of the build', '<script type="module" src="/files/extra.js"></script>'],
    ['a base element', '<base href="https://thief.example/">'],
    ['a style of another host', '<link rel="stylesheet" href="//thief.example/x.css">'],
    ['a frame', '<iframe src="https://thief.example"></iframe>'],
  ])('error: rejects a page with %s', async (_, markup) => {
    for (const page of ['/?projectId=demo', '/account?projectId=demo', '/approve', '/unlock', '/passkey', '/loading']) {
      const wrong = serving(check, (path, body) => (path === page ? Buffer.concat([body, Buffer.from(markup)]) : body))
      await expect(wrong).rejects.toThrow(`${page} contains a tag that is not part of the build`)
    }
  })

  test.each(["script-src 'self' 'unsafe-inline'", "script-src 'self' https://thief.example", 'script-src *'])(
    'error: rejects a page with the policy %s',
    async (directive) => {
      const wrong = serving(check, (path, body, headers) => {
        if (path === '/account?projectId=demo')
          headers.set('content-security-policy', `default-src 'none'; ${directive}`)
        return body
      })
      await expect(wrong).rejects.toThrow('/account?projectId=demo has a different content security policy')
    },
  )

  test('error: rejects without a valid key or a build to compare with', async () => {
    await expect(verifyFrame({ url: 'http://127.0.0.1:1' })).rejects.toThrow('to compare with')
    await expect(verifyFrame({ url: 'http://127.0.0.1:1', publicKey })).rejects.toThrow('/manifest.json of http')
    await expect(verifyFrame({ url: 'http://127.0.0.1:1', publicKey: 'x' })).rejects.toThrow('43 characters')
  })
})
