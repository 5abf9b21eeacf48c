import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, transform } from 'esbuild'
import { toHash } from './manifest/manifest.js'
import { type Language, languages } from './protocol/notice.js'
import { frameFolder } from './site/page/frameFiles.js'
import { toAccountTexts, toFrameTexts } from './site/page/pageTexts.js'
import type { PageTexts } from './words/say.js'

const settings = {
  write: false,
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  logLevel: 'error',
} as const

/** Builds the frame page's files into a folder; each is named after its content. The same sources always give the same bytes. */
export async function buildFrame(folder: string): Promise<void> {
  const source = join(frameFolder(), '../../src')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  // `parts`: names of the hashed files that it loads, so that its own hash covers theirs
  const bundle = async (path: string, parts: Readonly<Record<string, string>> = {}): Promise<string> => {
    const define = Object.fromEntries(
      Object.entries(parts).map(([name, file]) => [name, JSON.stringify(`/files/${file}`)]),
    )
    const { outputFiles } = await build({
      ...settings,
      define,
      external: ['/files/*'],
      entryPoints: [join(source, path)],
    })
    return outputFiles.map(({ text }) => text).join('')
  }
  const styles = async (paths: readonly string[]): Promise<string> => {
    const texts = await Promise.all(paths.map((path) => readFile(join(source, path), 'utf8')))
    return (await transform(texts.join('\n'), { loader: 'css', minify: true, legalComments: 'none' })).code
  }
  const write = (name: string, ending: 'js' | 'css', text: string): Promise<string> =>
    writeNamed(folder, { text, name, ending })
  const approval = ['frame/approval/approval.css', 'frame/approval/actions.css']
  const guestScript = await write('guest', 'js', await bundle('frame/guest/createGuestPrompt.ts'))
  const ownersScript = await write('owners', 'js', await bundle('account/owners/owners.ts'))
  const names = {
    script: await write('frame', 'js', await bundle('frame/main.ts', { guestScript })),
    style: await write('frame', 'css', await styles(['frame/frame.css', ...approval])),
    approveScript: await write('approve', 'js', await bundle('frame/approval/approvePage.ts')),
    socialScript: await write('social', 'js', await bundle('site/social/socialPage.ts')),
    accountScript: await write('account', 'js', await bundle('account/main.ts', { ownersScript })),
    guestScript,
    ownersScript,
    accountStyle: await write('account', 'css', await styles(['site/link/link.css', 'account/account.css'])),
    guardianScript: await write('guardian', 'js', await bundle('account/guardianPage.ts')),
    unlockScript: await write('unlock', 'js', await bundle('account/unlockPage.ts')),
    passkeyScript: await write('passkey', 'js', await bundle('account/passkeyPage.ts')),
    againScript: await write('again', 'js', await bundle('frame/again.ts')),
    linkStyle: await write('link', 'css', await styles(['site/link/link.css'])),
  }
  // among the signed files, as texts that lie are as bad as scripts that do
  const writeTexts = async (
    name: string,
    toTexts: (language: Language) => PageTexts,
  ): Promise<Record<string, string>> =>
    Object.fromEntries(
      await Promise.all(
        languages.map(async (language) => {
          const script = `globalThis.latchkeyTexts=${JSON.stringify(toTexts(language))}\n`
          return [language, await write(`${name}-${language}`, 'js', script)] as const
        }),
      ),
    )
  const textScripts = await writeTexts('texts', toAccountTexts)
  const frameTextScripts = await writeTexts('frame-texts', toFrameTexts)
  const files = [names, textScripts, frameTextScripts].flatMap((some) => Object.values(some))
  const hashes = Object.fromEntries(
    await Promise.all(files.map(async (name) => [name, toHash(await readFile(join(folder, name)))] as const)),
  )
  const hash = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
  await writeFile(
    join(folder, 'manifest.json'),
    `${JSON.stringify({ build: hash, ...names, textScripts, frameTextScripts, files, hashes }, null, 2)}\n`,
  )
}

async function writeNamed(
  folder: string,
  { text, name, ending }: { text: string; name: string; ending: 'js' | 'css' },
): Promise<string> {
  const file = `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${ending}`
  await writeFile(join(folder, file), text)
  return file
}

// run directly, it builds the site's frame folder
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildFrame(frameFolder())
