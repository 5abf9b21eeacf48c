import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

export type RunningProcess = { readonly pid: number; readonly parent: number; readonly name: string }

/** All processes but those that ended and are not yet collected. A minimal Linux has no `ps`, others have no `/proc`. */
export function runningProcesses(): RunningProcess[] {
  const lines = existsSync('/proc/self/stat') ? fromProc() : fromPs()
  return lines.filter(({ state }) => !state.startsWith('Z'))
}

type Line = RunningProcess & { readonly state: string }

function fromProc(): Line[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // pid (name) state parent …: the name may hold spaces
        const [, name, state, parent] = /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return [{ pid: Number(pid), parent: Number(parent), name: String(name), state: String(state) }]
      } catch {
        // gone between the two looks
        return []
      }
    })
}

function fromPs(): Line[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' })
  return table.split('\n').map((line) => {
    const [pid, parent, state = 'Z', name = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state, name }
  })
}
