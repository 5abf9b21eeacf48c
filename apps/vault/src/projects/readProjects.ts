import { readFile } from 'node:fs/promises'
import { parseProjects } from './parseProjects.js'
import type { Projects } from './project.js'

/** The projects of a JSON file. Throws with its name where it is not there, or no list of projects. */
export async function readProjects(file: string): Promise<Projects> {
  try {
    return parseProjects(await readFile(file, 'utf8'))
  } catch (cause) {
    throw new Error(`${file} is no list of projects: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
