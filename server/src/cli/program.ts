// The command line as a whole; what the commands do stands in the files beside this one.
import { Command } from 'commander'
import type { Answer } from './answer.ts'
import {
  addBackupCommand,
  addEnquiryCommands,
  addExportCommand,
  addKeyCommands,
  addMoveCommand,
  addPruneCommand,
  addTokenCommands,
} from './operator-program.ts'
import { addDeployCommands } from './team-program.ts'
import type { Terminal } from './terminal.ts'

const generalHelp = `
Examples:
  $ site deploy contact                       build and deploy one bundle
  $ site deploy shell contact -m "New form"   two bundles, live at the same moment
  $ site rollback contact                     back to the release before
  $ site status

Environment:
  SITE_SERVER   address of the server, when --to does not say it (default: http://localhost:3000)
  SITE_TOKEN    the token; the operator makes one with 'site token create'
token, key, enquiries, export, backup, move and prune work on the server's own stores (SITE_DATA, DATABASE_URL), on its
machine.

Exit codes:
  0  done
  1  refused or failed; the live site is as it was
  2  the command line was not understood
  3  conflict: somebody else deployed meanwhile
  4  the server can't be reached
With --json a failure is {"error", "code"} on standard output.`

/**
 * @param finish takes the answer of the command that ran.
 */
export function createProgram(terminal: Terminal, finish: (answer: Answer) => void): Command {
  const program = new Command('site')
    .description('Deploys bundles of the site, looks at what is live, rolls back; and what an operator does on the server.')
    .option('--json', 'one JSON document on standard output, progress on standard error')
    .helpCommand('help [command]', 'what a command does, with examples')
    .helpOption('-h, --help', 'what the command does, with examples')
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(terminal.columns, 120) })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError(`'site help' has all commands.`)
    .exitOverride()
    .addHelpText('after', generalHelp)
  addDeployCommands(program, terminal, finish)
  addTokenCommands(program, terminal, finish)
  addKeyCommands(program, terminal, finish)
  addEnquiryCommands(program, terminal, finish)
  addExportCommand(program, terminal, finish)
  addBackupCommand(program, terminal, finish)
  addMoveCommand(program, terminal, finish)
  addPruneCommand(program, terminal, finish)
  return program
}
