// The command `site`: deploys, and what an operator does with a site beside serving it.
import { CommanderError } from 'commander'
import { exitCodeOf, exitCodes } from './cli/answer.ts'
import { printable, printableJson } from './cli/printable.ts'
import { createProgram } from './cli/program.ts'
import { processTerminal, type Terminal } from './cli/terminal.ts'

/** Runs one command, which says everything in the terminal. Returns its exit code, see `exitCodes`. */
export async function runSite(args: string[], terminal: Terminal): Promise<number> {
  const isJson = args.includes('--json')
  const program = createProgram(terminal, ({ text, json, note }) => {
    terminal.out(`${isJson ? printableJson(json) : text}\n`)
    if (note) terminal.err(`${note}\n`)
  })
  try {
    await program.parseAsync(helpLast(args), { from: 'user' })
    return exitCodes.done
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done
    const isSaid = error instanceof CommanderError
    const code = isSaid ? exitCodes.notUnderstood : exitCodeOf(error)
    const message = printable(error instanceof Error ? error.message : String(error))
    if (!isSaid) terminal.err(`${message}\n`)
    if (isJson) terminal.out(`${printableJson({ error: message, code })}\n`)
    return code
  }
}

/** 'help token create' as 'token create --help': commander's own goes one level deep. */
function helpLast(args: string[]): string[] {
  return args[0] === 'help' && args.length > 2 ? [...args.slice(1), '--help'] : args
}

/** Runs the command of this process. */
export async function runInShell(): Promise<void> {
  process.exitCode = await runSite(process.argv.slice(2), processTerminal())
}

if (import.meta.main) await runInShell()
