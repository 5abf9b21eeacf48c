import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '../../protocol/notice.js'

/** Writes placeholder files in the layout of `buildFrame`, for tests that need no browser. */
export async function writeFrameFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-frame-'))
  const names = {
    script: 'frame-1.js',
    style: 'frame-1.css',
    approveScript: 'approve-1.js',
    linkStyle: 'link-1.css',
    accountScript: 'account-1.js',
    accountStyle: 'account-1.css',
    socialScript: 'social-1.js',
    unlockScript: 'unlock-1.js',
    guardianScript: 'guardian-1.js',
    passkeyScript: 'passkey-1.js',
    againScript: 'again-1.js',
  }
  const toNames = (name: string): Record<string, string> =>
    Object.fromEntries(languages.map((language) => [language, `${name}-${language}-1.js`]))
  const scripts = { textScripts: toNames('texts'), frameTextScripts: toNames('frame-texts') }
  const files = [names, ...Object.values(scripts)].flatMap((some) => Object.values(some))
  await Promise.all(files.map((name) => writeFile(join(folder, name), `/* ${name} */`)))
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ build: 'build1', ...names, ...scripts, files }))
  return folder
}
