// The commands of a team that deploys: their arguments, options and help.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { mostHistory } from '../deploy/client.ts'
import type { Answer } from './answer.ts'
import { channelName, examples, wholeNumber } from './arguments.ts'
import { history, previewLink, releases, rollback, status } from './channel-commands.ts'
import { deploy } from './deploy-command.ts'
import type { Terminal } from './terminal.ts'

export function addDeployCommands(program: Command, terminal: Terminal, finish: (answer: Answer) => void): void {
  onServer(program.command('deploy'))
    .summary('build, upload and deploy bundles')
    .description(
      [
        'Builds bundles, uploads the files that the server lacks and makes them live in one step, once the server has proven them.',
        'A bundle is its name (contact), its folder (remote-contact), or a path to a folder with a rspack.config.js or a release.json;',
        'without one, the folder you are in.',
      ].join(' '),
    )
    .argument('[bundles...]', 'names or folders')
    .addOption(channelOption())
    .option('-m, --message <text>', 'why, for the history')
    .option('--no-build', 'deploy what was built before')
    .option('--sign <file.pem>', 'private key, for bundles whose deploys are signed')
    .addHelpText(
      'after',
      examples(
        'site deploy contact',
        'site deploy .                                   # in a team’s own repository',
        'site deploy contact --channel preview-form      # look first: site preview link preview-form',
        'site deploy shell contact -m "New header"',
        'site deploy contact --no-build --sign contact.pem --to https://www.example.com',
      ),
    )
    .action(async (names, options) => finish(await deploy(names, options, terminal)))

  onServer(program.command('status'))
    .summary('what every channel shows, since when, by whom')
    .description('What every channel shows, since when, and who deployed it.')
    .addHelpText('after', examples('site status', 'site status --json'))
    .action(async (options) => finish(await status(options, terminal)))

  onServer(program.command('history'))
    .description('What a channel showed, newest first.')
    .addOption(channelOption())
    .addOption(new Option('--limit <count>', 'so many').default(20).argParser(historyLimit))
    .addHelpText('after', examples('site history', 'site history --channel preview-form --limit 5'))
    .action(async (options) => finish(await history(options, terminal)))

  onServer(program.command('releases'))
    .summary('stored releases, newest first')
    .description('The releases that the server has, newest first, with the channels that show them.')
    .argument('[bundle]', 'only of this bundle')
    .addHelpText('after', examples('site releases', 'site releases contact'))
    .action(async (bundle, options) => finish(await releases(bundle, options, terminal)))

  onServer(program.command('rollback'))
    .summary('go back to an earlier release of a bundle')
    .description('Makes an earlier release of a bundle live again. Nothing is built. Without a version: the one before.')
    .argument('<bundle>', 'as in contact')
    .argument('[version]', `one that 'site history' names`)
    .addOption(channelOption())
    .option('-m, --message <text>', 'why, for the history')
    .addHelpText('after', examples('site rollback contact', 'site rollback contact 3f2a9c0d1e4b -m "The form did not send"'))
    .action(async (bundle, version, options) => finish(await rollback(bundle, version, options, terminal)))

  const preview = program.command('preview').description('Channels to look at before something is live.')
  onServer(preview.command('link'))
    .description('An address under which everybody who has it sees a preview channel.')
    .argument('<channel>', 'as in preview-form', channelName)
    .addOption(new Option('--days <days>', 'how long it works').default(7).argParser(wholeNumber))
    .addHelpText('after', examples('site preview link preview-form', 'site preview link preview-form --days 1'))
    .action(async (channel, options) => finish(await previewLink(channel, options, terminal)))
}

function onServer(command: Command): Command {
  return command
    .option('--to <url>', 'address of the server (default: SITE_SERVER, or http://localhost:3000)')
    .option('--insecure', 'send the token over http:// to another machine')
}

function channelOption(): Option {
  return new Option('--channel <channel>', "'live' or 'preview-…'").default('live').argParser(channelName)
}

/** As many as the server gives at once. */
function historyLimit(text: string): number {
  const limit = wholeNumber(text)
  if (limit <= mostHistory) return limit
  throw new InvalidArgumentError(`It should be at most ${mostHistory}.`)
}
