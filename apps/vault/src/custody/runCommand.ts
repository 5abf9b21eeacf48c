import { verifyAudit } from './audit/verifyAudit.js'
import { restoreBackup } from './backup/restoreBackup.js'
import { verifyBackup } from './backup/verifyBackup.js'
import { writeBackup } from './backup/writeBackup.js'
import { openDatabase } from './database/openDatabase.js'
import { deriveKeys, type Keys } from './keys/keys.js'
import { openKeys } from './keys/openKeys.js'
import { readKek } from './keys/readKek.js'

type Environment = Readonly<Record<string, string | undefined>>

const usage = `custody                           answers the site
custody backup <file>             writes what the database holds, still sealed, to a new file; the key is not in it
custody restore --verify <file>   fills an empty database, after every wallet has opened and given its addresses
custody verify <file>             looks whether a backup could be restored; needs no database
custody audit                     follows the audit log to its end`

/** What an operator asks for by hand. Gives what there is to say. Throws with the reason. */
export async function runCommand(words: readonly string[], environment: Environment): Promise<unknown> {
  const need = (name: string): string => {
    const value = environment[name]?.trim()
    if (!value) throw new Error(`${name} is not set.`)
    return value
  }
  const [command, ...rest] = words
  const [file] = rest.filter((word) => word !== '--verify')
  const openOwn = (): ReturnType<typeof openDatabase> =>
    openDatabase({ url: need('DATABASE_URL'), warn: console.error })
  if (command === 'verify' && file !== undefined) return verifyBackup(file, await readKeys(need('VAULT_KEK_FILE')))
  const isKnown = command === 'audit' || ((command === 'backup' || command === 'restore') && file !== undefined)
  if (!isKnown) throw new Error(usage)
  const database = openOwn()
  try {
    if (command === 'backup') return await writeBackup(database, { file: file ?? '', now: Date.now })
    const kekFile = need('VAULT_KEK_FILE')
    if (command === 'restore') return await restoreBackup(database, { file: file ?? '', kekFile })
    const { keys } = await openKeys(database, { kekFile, createsKek: false })
    return await verifyAudit(database, keys)
  } finally {
    await database.close()
  }
}

async function readKeys(kekFile: string): Promise<Keys> {
  const kek = await readKek(kekFile)
  if (!kek) throw new Error(`There is no key-encryption key at ${kekFile}. A backup opens with its own only.`)
  return deriveKeys(kek)
}
