// A backend of VAULT_KEK_COMMAND for a key-encryption key that is mounted as a file which its owner can't protect or replace, such as a
// Secret of Kubernetes: `node kekSecret.mjs <file>`. The file has 64 hex digits in a line; two lines during a rotation, oldest first.
import { existsSync, readFileSync } from 'node:fs'

const [file = ''] = process.argv.slice(2)
const request = JSON.parse(readFileSync(0, 'utf8'))
const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
// whoever runs the cluster replaces it
const answer = request.do === 'read' ? { keys: text === '' ? [] : text.split(/\s+/) } : { readOnly: true }
process.stdout.write(JSON.stringify(answer))
