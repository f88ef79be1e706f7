<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;amples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action and its keys</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start an empty plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a saved plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the plan in another file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;in in the recent plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this plan at the top of the recent plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close every window and quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo the last undone change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate &amp;n times…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rena&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the selected hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all hardware on the canvas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ne&amp;w note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a note on the canvas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Left edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align the selected tiles with the leftmost edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Centres</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Centre the selected tiles in one column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Right edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align the selected tiles with the rightmost edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Top edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align the selected tiles with the topmost edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Middles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Centre the selected tiles in one row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bottom edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Align the selected tiles with the lowest edge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribute &amp;horizontally</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space the selected tiles equally from left to right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribute &amp;vertically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space the selected tiles equally from top to bottom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Find hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the hardware palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pr&amp;eferences…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme, text size, language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in on the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Actual size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the cluster at 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Fit all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit sele&amp;ction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the selected hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the hardware palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Outline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the cluster as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the model panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the goal panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All pane&amp;ls</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide all panels around the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;eset layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put every panel back in its original place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ne&amp;xt panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the focus to the next panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pre&amp;vious panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the focus to the previous panel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the price on each tile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;ower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the power draw on each tile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the memory use on each tile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the pipeline stage on each tile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the light or dark setting of the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark text on a light background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light text on a dark background</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Black on white or white on black</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;witch light and dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change between the light and the dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill the whole screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Load model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose a preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take one of the built-in models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New &amp;GPU type…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Define a GPU type of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit a copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit a copy of the selected GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import prices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import prices from a CSV table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal: &amp;fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the highest throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal: best &amp;value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the lowest cost per trillion tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All limits of the job…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranges of settings, GPUs, cost, reliability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for the best strategy for this plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the search, or resume it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the search and keep what it found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search while I &amp;edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart the search after every change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the first view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the second view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the third view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the fourth view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the fifth view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only rows that fit what is typed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the strategies nearest to being possible, each with its reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin the selected rows to the top, or unpin them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the selected strategy with the best one, or stop comparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>My &amp;layout…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a strategy, or edit the selected one, and rank it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the selected layout of yours from the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the numbers of the current plot as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;opy the plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the current plot to the clipboard as a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export view…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the current view: a plot as SVG, PDF or PNG, the ranking as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the report of the best strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print pre&amp;view…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at the report&apos;s pages before printing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Print the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranking as &amp;CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the rows of the ranking as they stand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;luster as picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the cluster as SVG, PDF or PNG</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Answer as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the answer as the command line prints it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Timeline as trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the timeline for trace viewers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Two generations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Llama-3.1-70B on 4 nodes of 8 H100 and 4 nodes of 8 A100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Llama-3.1-8B on one node of 8 H100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;One kind of GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Llama-3.1-70B on 16 nodes of 8 H100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Best value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which of 64 GPUs of two kinds give the most for the money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Llama-3.1-70B on 16 GPUs without recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>H&amp;ints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the four hints of the first start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Command search…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find any command by typing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;How accurate?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predictions of published runs against what was measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every action with its keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Astrolabe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version, licence and data sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arran&amp;ge</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tile layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;ules…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which strategies are ruled out and why; rules of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the sixth view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the seventh view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Why not…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain why the selected strategy, or one you type, is not first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;hare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show each tile&apos;s share of the distributed program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal: &amp;smallest cluster that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the fewest GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the cheapest GPUs that finish within the deadline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group &amp;into a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put the selected pools into a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ungr&amp;oup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dissolve the selected racks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the answer page by page on the whole screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the eighth view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Launch settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal: &amp;mixed GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for the best split of unequal GPUs; some may stay unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal: speed an&amp;d cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for every strategy that no other beats in both speed and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal: c&amp;heapest that meets the deadline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show how busy the selected strategy keeps each tile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the numbers of a dense or MoE decoder transformer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xpand into single nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give each node of the selected tiles a tile of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make one tile of selected tiles with identical nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to node…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a tile by its name and show it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help on &amp;this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain the control that has the focus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What&apos;s this?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click a control to see what it is for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse identical node&amp;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Descri&amp;be a model by hand…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search &amp;limit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit the time of every search; the best strategy found by then is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only strategies that use the selected pools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything known about the selected pool, with sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;how in results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View properties…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change GPU &amp;type…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the GPU type of the selected pools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Number of nodes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the number of nodes in the selected pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Price override…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Net&amp;work…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the network bandwidth per node of the selected pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In-network reduction (&amp;SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The switches in the network of the selected pools sum gradients (SHARP), and this is turned on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU power &amp;limit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cap the power of each GPU of the selected pool, in watts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Exclude from search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exclude the selected pools from the search, or include them again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected hard&amp;ware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the selected pools, racks and notes to the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the selected pools, racks and notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the clipboard onto the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate the selected pools, racks and notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate the selected pools, racks and notes several times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a model from a config.json or its folder, an ONNX file or arguments of Megatron-LM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show to the &amp;side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the current view beside the others, or move it back to the tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Host memory…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the host memory per node, for state offloaded from the GPUs of the selected pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sce&amp;nario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a copy of this scenario, to change it and compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rena&amp;me…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name this scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make it the &amp;baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the others with this scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this scenario from the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the next scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the scenario before this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compare scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the scenarios side by side, with differences from the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import from another plan…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the scenarios of a saved plan to this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set &amp;up the report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which sections the report has, beside its pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Bill of materials as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the hardware of every scenario with its prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the f&amp;older of a model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a config.json and check it against the weights beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import hard&amp;ware…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take types of your own or a cluster from a file (JSON)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the current view as a step of the presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;teps of the presentation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pages and saved views are presented, and in which order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Report as PDF, HTML or Markdown…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add this view t&amp;o the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add the current results view to the appendix, while this window is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pr&amp;ice of the network…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the purchase price of network cards, cables and switches per node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;How is it calculated…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the formula behind the figure in the current cell, or behind the main figure of the strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look up the terms and abbreviations of the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pay for single &amp;GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent or buy the selected pools by single GPUs: otherwise whole nodes are paid for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open s&amp;weep results…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the cases of a sweep from the command line as a table and a plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pro&amp;vider and region…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set of whom and where the selected pool is had, and how often spot is lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Unit of purchase…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set how many GPUs of the selected pool are rented or bought at once: a node, a part of one, a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;ower of a node…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set what a whole machine of the selected pool draws at full load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scen&amp;ario without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a scenario without the selected pools, to compare with this one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent or &amp;buy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the machines cost over the years, and renting them beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab &amp;9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the ninth view of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the selected strategy as settings of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set your own price for the selected pool: of a GPU-hour, or of a node to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read a launch script or the configuration of a runtime as my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a la&amp;unch script…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show view %1 of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve Llama-3.1-70B on one node of 8 H200</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Experts on a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve DeepSeek-V3 on a rack of 72 GB200</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mixed fleet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve Qwen3-32B on H200, H100 and L40S for the least money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three &amp;regions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lay Llama-2-70B over unequal machines of three regions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Assumed</name>
    <message>
        <source>latency inside a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>links inside a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latency between nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latency between the pools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs in a scale-up domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host memory of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sustained clock under the power limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>purchase price of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel efficiency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fused attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert load imbalance (fullest ÷ mean rank)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputed layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU failure rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint storage bandwidth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart time after a failure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Release year of the software</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the driver context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>pools, what is assumed of them</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>price of a GPU-hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network price of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory bandwidth of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a node&apos;s share of the switches&apos; power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interruptions of a spot node in an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training runtime</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dispatcher of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap of expert traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delayed weight gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compiled model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe of fp8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters gathered in fp8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputed modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunks of the loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers with offloaded activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method of context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time to repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failures that need a repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repairs of a whole failure domain</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Breakdown</name>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor-parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context-parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert-parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline transfer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data-parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With failures: %1 of the time makes progress; the job takes %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With failures: %1 of the time makes progress; the job takes %2 and %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failures in the job; a checkpoint of %2 every %3; a restart takes %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserve (headroom)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <comment>part of the cost</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failures and %2 interruptions of spot in the job; a checkpoint of %3 every %4; a restart takes %5</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message>
        <source>%1 stages share %2 micro-batches, instead of no pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no pipeline, instead of %1 stages that share %2 micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stages share %2 micro-batches, instead of %3 stages sharing %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its %1 ranks span nodes: %2 per GPU instead of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its %1 ranks stay inside a node: %2 per GPU instead of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its %1 ranks exchange at %2 per GPU instead of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it overlaps with compute here and not there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it overlaps with compute there and not here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the optimizer is offloaded to host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the optimizer is not offloaded to host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations are offloaded to host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations are not offloaded to host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed tensor-parallel traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed context-parallel traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed expert-parallel traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for pipeline transfers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pipeline bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed data-parallel traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The optimizer step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other time (waiting for the host and for offloading)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix products, attention and memory traffic of the forward pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix products, attention and memory traffic of the backward pass.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward work done again in the backward pass to save memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic of tensor and sequence parallelism that no compute hides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange of keys and values between context-parallel ranks that no compute hides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exchange of tokens between experts (all-to-all) that no compute hides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for activations and gradients on their way between stages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for other stages: filling, draining and uneven load of the pipeline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reduction of gradients and gathering of parameters over the replicas that no compute hides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Update of the parameters at the end of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything else: waiting for the host to launch kernels, the fixed host time of a step, waiting for activations that are offloaded to host memory, and rounding of the schedule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of a step, what it is</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model chunks per stage: %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the schedule is %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stages are loaded less evenly: %1 layers instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stages are loaded more evenly: %1 layers instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stage that ends the step computes %1 layers × %2 sequences on %3 GPUs, instead of %4 × %5 on %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stage that ends the step runs on %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP %1 cuts the matrix products into smaller pieces than TP %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP %1 leaves larger matrix products than TP %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro-batches of %1 make smaller matrix products than those of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro-batches of %1 make larger matrix products than those of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks that exchange: %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputed layers of the stage that ends the step: %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputation is %1 instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the gradients of %1 layers at TP %2 are reduced, instead of %3 at TP %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2 GPUs share the update of %1 layers, instead of %4 that of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers × %2 micro-batches are launched, instead of %3 × %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 longer (%3 instead of %4).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 less (%3 instead of %4).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 longer (%3 instead of %4), because %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 less (%3 instead of %4), because %5.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandWords</name>
    <message>
        <source>open load read choose import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>save write store export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delete remove clear discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>copy duplicate clone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>settings preferences options configure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>find search filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run start search calculate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stop cancel abort pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>price prices cost money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit budget most maximum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gpu card accelerator hardware node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model preset network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>theme dark light appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text font size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>report pdf document print</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>present slides presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys shortcuts keyboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>new create add</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Deployments</name>
    <message>
        <source>deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A deployment is found for its traffic and promises: change those.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the seconds that a GPU takes for an output token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped early — best deployment so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best of all deployments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped early — nothing found yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No deployment keeps the promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per M tok</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tok/s/GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n draft(s)</source>
        <comment>of speculation</comment>
        <translation>
            <numerusform>%n draft</numerusform>
            <numerusform>%n drafts</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>replicas and their layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 prefill %2 + %3 decode %4</source>
        <comment>workers and their layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × (%2)</source>
        <comment>replicas</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a layout and its pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory bandwidth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>links</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time to first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of the whole answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>products of weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention of decoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention of prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights and one request need %1 GiB of a GPU of %2 with %3, which has %4 GiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All machines serve %1 of the traffic&apos;s %2 within the promises; nearest comes %3 on %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 is %2 at best, %3 on %4, and %5 is promised.</source>
        <comment>a promise, what is reached, a layout, a pool, what is promised</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also one request alone misses it: more machines do not help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most of a step goes to %1: %2.</source>
        <comment>part of a step and its time</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node(s) of %1 would do.</source>
        <translation>
            <numerusform>%n node of %1 would do.</numerusform>
            <numerusform>%n nodes of %1 would do.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>a time and its band</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chunks of the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>room for keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>work space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs that serve; in brackets those that are paid for where they are more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole nodes that it takes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median time to the first token, queue included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median time per output token after the first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s/user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a second that one user reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s/GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output tokens a second of a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests that are answered a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Capacity/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests a second that it serves within the promises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a million output tokens cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What an hour costs on the machines that are paid for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences that decode at once in a replica, on average.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the room for keys and values that is taken.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Binds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What limits it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without end</source>
        <comment>a wait beyond what can be served</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DescribedLayers</name>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden ÷ heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the convolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head size without positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head size with positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value head size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads of the indexer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head size of the indexer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys of a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inner size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk, in tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sparse latent attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated delta net</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key head size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kimi delta attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lightning attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mamba 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden ÷ 16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mamba 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>short convolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated recurrence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RWKV-7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of the decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of the learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of the value residual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank of the gate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mLSTM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no mixer of tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated MLP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plain MLP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP size of an expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP size of the shared expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no mixer of channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>layers, their kinds of mixers</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DescribedModel</name>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden ÷ heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts of a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP size of an expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP size of the shared expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dense layers at the start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message>
        <source>Drop one file at a time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only files of this machine can be dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is neither a model nor a plan.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EvidenceWords</name>
    <message>
        <source>%1 (%2)</source>
        <comment>device, what its predictions rest on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured</source>
        <comment>what a prediction rests on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sibling</source>
        <comment>what a prediction rests on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tables</source>
        <comment>what a prediction rests on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>datasheet</source>
        <comment>what a prediction rests on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: runs of this GPU generation with this software were published, and the constants were fitted to them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured together: runs of this GPU generation with other software were, or of this software on other GPUs. The band is wider.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured: only times of single kernels stand behind its predictions, its own or those of a sibling. The band is wider.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured: only its datasheet stands behind its predictions. The band is the widest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n types of GPU were not measured</source>
        <translation>
            <numerusform>%n type of GPU was not measured</numerusform>
            <numerusform>%n types of GPU were not measured</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 not measured</source>
        <comment>one or two types of GPU</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The proof compares predictions, and nobody measured this software on %1: a measured run may change who is first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Glossary</name>
    <message>
        <source>TP: tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every matrix of a layer is split over TP GPUs, which exchange activations twice in each pass of a layer. It saves memory and time but needs a fast link, so it usually stays inside a node.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>4·8: mixed tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two or more numbers joined by a dot are the tensor parallelism of successive pipeline stages: 4·8 is TP 4 on the first stages and TP 8 on the later ones. It occurs where stages run on GPUs of different types.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PP: pipeline parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers are divided into PP stages on different GPUs. Micro-batches flow through the stages one after the other; while a stage waits for its neighbours, a bubble arises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DP: data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DP replicas of the model work on different sequences of the batch. Their gradients are summed once a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CP: context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each sequence is split over CP GPUs, which pass keys and values around for attention. It makes long sequences fit into memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EP: expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The experts of a mixture-of-experts layer are spread over EP GPUs. Tokens travel to their experts and back by all-to-all exchanges.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETP: expert-tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The matrices of one expert are split over ETP GPUs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VP: virtual pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each stage holds VP separate chunks of layers instead of one, and a micro-batch passes the stages VP times. The bubble shrinks by that factor; there are more transfers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SP: sequence parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of a layer that tensor parallelism does not split, such as norms, are split along the sequence over the same GPUs. It saves activation memory at no extra traffic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mbs: micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The number of sequences that a replica processes at a time. A step of a replica is global batch ÷ (DP × mbs) micro-batches. Larger ones make products more efficient and take more memory; fewer of them make the bubble larger.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sequences of one training step, over all replicas and micro-batches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replica</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One complete copy of the model, spread over TP × PP GPUs (times CP). There are DP of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The consecutive layers that one rank of the pipeline holds, and the GPUs that hold them. Written S1, S2 and so on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is sharded over the replicas instead of being kept by each: 0 nothing, 1 optimizer state, 2 also gradients, 3 also weights (as FSDP does). Higher stages save memory and need more traffic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO group size (HSDP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hybrid sharding: state is sharded inside groups of this many ranks, usually of one node, and repeated in every group. Traffic of weights stays on the fast links.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The order in which a stage works on the forward and backward passes of its micro-batches. It decides the bubble and how many activations are held.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1F1B schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One forward, one backward: after filling the pipeline each stage alternates between them, so that it holds activations of at most as many micro-batches as there are stages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interleaved schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1F1B over a virtual pipeline: stages hold several chunks of layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPipe schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All forward passes first, then all backward passes. Simple, with activations of all micro-batches in memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZB-H1 schedule (zb-h1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A zero-bubble schedule: the backward pass is split into gradients of inputs and gradients of weights (W), and the latter fill part of the bubble with the memory of 1F1B.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZB-V schedule (zb-v)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A zero-bubble schedule in which each stage holds two chunks of layers, one on the way down the pipeline and one on the way back, so that the model runs like a V. Almost no bubble where passes take equally long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The part of a step in which the stage that ends it waits for other stages: filling and draining the pipeline, about (PP − 1) ÷ (micro-batches × VP) of the compute time, and stages that are not equally fast.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute (activation checkpointing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations are dropped after the forward pass and computed again in the backward pass. Selective: of attention alone; full: of whole layers, as many as memory requires.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer state or activations are kept in the memory of the host. Saves GPU memory, costs traffic over PCIe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory, % of limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The most that the fullest GPU holds at any time, in % of the limit. The limit is the capacity of the GPU less the headroom, so 100 % is exactly what is allowed, not a full GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of every GPU&apos;s memory that a strategy has to leave free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU: model FLOPs utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The arithmetic that the model needs, without recomputation, divided by what the peak rate of the GPUs used would allow in the same time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training throughput: tokens of the global batch divided by the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One pass of a global batch: forward, backward, reduction of gradients, optimizer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost per hour × 10¹² ÷ (tokens per second × 3600), without failures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four of five measured runs of this kind lay in this range around their prediction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of the hours that makes progress when failures, restarts and checkpoints are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed traffic, overlap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication that runs at the same time as compute is overlapped and costs little. What the GPUs have to wait for is exposed; only that stands in the parts of a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other (part of a step)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is in none of the named parts: waiting for the host to launch kernels, the fixed host time of a step, waiting for offloaded activations, and rounding of the schedule.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chain of operations and transfers that sets the length of the step: shortening anything outside of it changes nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value that no strategy can beat, proven so far by the search.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>|bound − best| ÷ |best|: how much better any other strategy could still be. 0 % means that the best is proven.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategies that were ruled out without being evaluated one by one: by a rule, a limit, memory or the bound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pareto frontier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strategies that no other beats in both speed and cost. Every other one is dominated: there is one at least as fast and as cheap, and better in one of the two.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best, Δ pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The difference from the best strategy, or from the one pinned last, in what the goal counts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scenario that the others are compared with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break-even, sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sensitivity changes one value at a time. A break-even is the value at which another ranked strategy becomes better than #1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HAP: distributed program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One program for GPUs of unequal speed, after HAP (EuroSys 2024): each tensor is sharded in unequal shares, so that fast GPUs compute more and all finish together. Collectives are inserted where shards have to meet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives: all-reduce, all-gather, …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Operations of a group of GPUs. All-reduce: all get the sum. Reduce-scatter: each gets a part of the sum. All-gather: all get every part. All-to-all: each sends a part to each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale-up domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The GPUs joined by the fast link, such as NVLink: those of a node, or of a rack in an NVL72.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switches sum gradients on their way, so that they cross the network once.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MoE: mixture of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer with many MLPs (experts), of which each token uses a few. Active parameters are those that one token uses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert load imbalance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of the fullest expert rank divided by the mean; 1 is perfectly balanced routing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost basis: rent, buy, own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent: a price per GPU-hour. Buy: the purchase price less the residual value over the service life, plus power and hosting. Own: power and hosting alone, as the hardware is paid for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation (hours in use)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of all hours in which bought hardware works. What it costs is divided by these hours. Not to be confused with MFU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PUE: power usage effectiveness</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of the whole facility, with cooling, divided by the power of the machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Residual value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of the purchase price that is left after the service life.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looped breadth-first schedule (looped-bfs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages hold several chunks of layers and take all micro-batches through one chunk before they turn to the next: the short bubble of an interleaved schedule, with activations of all micro-batches in memory. It is searched where the question names it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Groups</name>
    <message>
        <source>1 GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>groups and what each does inside</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program on groups has a layout and a share for each pool: they are found together. Choose a strategy to begin with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of equal GPUs with an inner layout; batch and state are shared out unevenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, stage %2</source>
        <comment>pool and number</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last group&apos;s work and the exchange of gradients and weights between all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtimes start one layout for all GPUs: none of them takes unequal groups.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s, a step in %2, %3 for 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program on groups is as fast as this strategy: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program on groups is %1 faster: %2. This report is about the best strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best program on groups is %1 slower: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LaunchText</name>
    <message>
        <source>Export launch settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Configuration (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Condition: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2 (%3)</source>
        <comment>repository, commit, date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LinkItem</name>
    <message>
        <source>%1 · limits</source>
        <comment>bandwidth of a link</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Can&apos;t read %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3” where %4 belongs. Correct the line and open the file again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 lacks a field that sizes the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a value that no model can have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: %3 is not possible. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%3” models are not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: there is no rule for the tensors of “%3”. Supported are dense and MoE decoder transformers, BERT, ViT and T5. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a part that is not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” can&apos;t be planned yet. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights list of %1 is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. Fetch the file again; it needs %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights of %1 don&apos;t add up to its configuration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3, but the configuration gives %4. Check that both files belong to one model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model “%3”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is neither a file, a folder nor a built-in model. Use %4, or name a config.json.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a key that is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” means nothing here. Use %4, or remove the key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a key twice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” stands more than once in one object. Keep one and remove the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. Add %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a value of the wrong kind.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a value that can&apos;t be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” is not allowed. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not valid JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3” where %4 belongs. Correct the line and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 names a GPU that is not in the catalogue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” is no known GPU type. Use %4, or add it to your own types.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 names a node that is not in the catalogue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” is no known node type. Use %4, or add it to your own types.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a network figure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: no open source states the network of “%3”. Add %4, in GB/s of a whole node.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has pools that are not connected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has two pools of one name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” is taken already. Give each pool an id of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 names a pool that the cluster does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: there is no pool “%3”. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no hardware.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. Add a pool with a node or GPU type and a count.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 needs a value that the catalogue does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: no open source states it for “%3”. Add %4 to the cluster or to your own types.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a batch that the GPUs can&apos;t share.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: %3 sequences divide by no split of this cluster. Use %4, or let the search leave GPUs out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks for a combination that is not possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” is not possible here. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strategy in %1 does not fit this model and cluster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” does not add up. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The goal or a limit needs a price for %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: no price is known. Add %4, or leave these GPUs out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy fits %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The limits in %1 contradict each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” can&apos;t be met together with the others. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search stopped by an internal error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3. Everything found so far is kept. Run it again; if it stays, report it with this code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was saved by a newer Astrolabe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has %3, this one reads %4. Nothing was changed. Update Astrolabe to open it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not an Astrolabe plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is %3. Choose %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing failed: %3. What was there before is unchanged. Choose %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Can&apos;t open %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found %3. Choose %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found %3. Choose a file with content.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is too large to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a text file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. Choose %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3 instead of %4. Nothing was changed. Open a backup or another copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The command can&apos;t be run like this.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: found “%3”. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rest of the file: it ends too early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no comma before the closing bracket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>double quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no comment: JSON has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name or value in double quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a comma, colon or closing bracket</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a JSON value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fewer nested brackets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a place with room that can be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a plan saved by Astrolabe (.astrolabe)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a directory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no such file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no permission</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a NUL byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a different SQLite database</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not an SQLite file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a known name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a finite number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number between %1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a divisor of “%1” (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text in double quotes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true or false</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list in [brackets]</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an object in {braces}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the field “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key only once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file that can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file of at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number above zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a link between “%1” and “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input without it (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a valid hardware catalogue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”, needed is %4. Install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not an ONNX model, or it is truncated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2 has %3. Fetch the file again; it needs %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 uses an operator set that is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: version %3. Use a version of %4 when you export it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has an operator that can&apos;t be planned yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node %2 is %3. Use %4 in its place when you export the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights of %1 are missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor %2 is kept in another file: %3. Add that file beside the model; it needs %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a dimension of unknown size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: %3 has no size. Give it with %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes in %1 are inconsistent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node %2: found %3 where %4 belongs. Correct the model and export it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule in %1 can&apos;t be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4 there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule in %1 names an unknown variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: there is no “%3”. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rule in %1 divides by zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a table of measured runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A measured run in %1 is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A measured run in %1 leaves too much unsaid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The calibration %1 can’t be used here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is open in another window (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it, or open a copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a table of measured kernels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”. Correct the header: it needs %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has an implausible row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has too few rows to fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. Add rows: a fit needs %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kernel models in %1 can&apos;t be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the built-in catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the price list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standard input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At the top level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line %1, column %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <comment>alternatives: a, b or c</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <comment>between alternatives</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP %1 · PP %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deadline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit on the cost per hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit on the cost per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule “%1” forbids it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 too much on %2, stage %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 where the %2 allows %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 [%3]</source>
        <comment>title, body, code</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a config.json, load one or choose a preset.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is wrong with %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”. Change it to %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 strategies ran out of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 strategies break a limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 strategies are ruled out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This cluster has no strategy to try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; </source>
        <comment>between counts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (closest: %2, %3)</source>
        <comment>counts (what, which strategy)</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. Add hardware, or raise the limit that binds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. Try: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; </source>
        <comment>between fixes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This strategy is not possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It fails by: %1. Change the strategy, or raise the limit that binds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow recompute, frees %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a smaller micro-batch, frees %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add 1 node</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Add %n nodes</source>
        <translation>
            <numerusform>Add %n node</numerusform>
            <numerusform>Add %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>Add nodes to pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raise the %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within %1 of the best in the whole space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best in the whole space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at %1 — nothing found yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at %1 — at most %2 below the bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at %1 — best so far, no bound yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished — at most %1 below the bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished — best of those tried, not proven best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped by an internal error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No certificate was written to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No certificate of this question can be written to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a certificate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file that plan --certificate wrote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a certificate as it was written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the built-in kernel models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fewer pools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the goal throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a question whose answer is proven to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The Pareto frontier is complete for plans on one pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The Pareto frontier is complete for plans on up to %n pools</source>
        <translation>
            <numerusform>The Pareto frontier is complete for plans on %n pool</numerusform>
            <numerusform>The Pareto frontier is complete for plans on up to %n pools</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has no “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 does not divide “%3” %4. Use a divisor such as %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 has no rate for %3, or its memory is not known. Use another precision, or leave these GPUs out.</source>
        <comment>counts, GPU types, precision</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 after “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, most by the rule “%2”</source>
        <comment>counts, name</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 and the %2 to %3</source>
        <comment>raised limits</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave every setting to the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave %1 to the search</source>
        <comment>a strategy&apos;s key</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch off the rule “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a price in another currency.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” has no rate. Enter %4, or skip the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 too much in host memory of %2, stage %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of %1 with %2 of host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ Not proven from rank %1 on: a strategy up to %2 better may belong there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It fails by: %1. Recompute more layers, shard or offload more, use a smaller micro-batch, or more GPUs for each replica.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the key in one of “%1” and “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” stands in another place as well. Use %4, and remove the other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a bandwidth above every link of the catalogue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” may be bits, not bytes, a second. Use %4 if it is, or keep it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at %1 — the Pareto frontier can improve by at most %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished — the Pareto frontier can improve by at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no measured run of that name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: no run is called “%3”. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule “%1” forbids it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule “%1” forbids it: %2.</source>
        <comment>name of the rule, its reason</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <comment>setting that a rule reads, its value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Here %1.</source>
        <comment>settings with their values</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the strategy, or switch the rule off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change the strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refers to a model that is not in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: it names “%3”, which was not read. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a name with characters that can&apos;t be seen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” has a line break or another control character. Use %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a value far beyond anything known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: is “%3” meant? Use %4, or keep it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A row of %1 can&apos;t be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4, or skip the row.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sizes of the model, described by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a plan that holds its model, or --model with the file beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name that is too long for this system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a read error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>brackets nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than 8 million values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fewer values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>damaged CBOR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>standard output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit on the purchase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit on the cost per month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit on the cost of ownership</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>day on which it is to be done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model lacks a field that sizes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model has a value that it can&apos;t have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ONNX model is damaged or truncated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model refers to another one that is not in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pool is named that the cluster does not have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The built-in catalogue is not valid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strategy does not fit this model and cluster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price is in another currency.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The calibration can’t be used here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is not text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price of %1 looks like that of another unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”. Use %4. If it is meant as it stands, take it so.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price looks like that of another unit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody says how often spot takes %3 away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: without %4 spot has no outcome. Give it for the pool or in its quote, or choose another commitment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an id of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name that is not empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>either gpu or node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another pool than a</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least one pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a header with the names of the columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number from 1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how often an hour of a node is interrupted, 0 or more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the price comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a date such as 2026-11-20</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a column purchase_usd for a price to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a node whose number of GPUs is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the id of a node or GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the date of the rate, such as 2026-11-20</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a currency with it: a column currency, or a heading such as usd_per_hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a currency code such as EUR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one line without control characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a family of text models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tower that a family file describes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters (LoRA) are not supported, only training of the whole model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a day that exists, such as 2027-03-01</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an array of at least one value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name that no other rule has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a divisor that is not 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a variable of the strategy, the model or the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a shipped rule that can be switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name that no shipped rule has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a month or a day that exists, such as 2026-07 or 2026-07-15</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows with architecture, layout, batch and a step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commas between the columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a closing quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text in UTF-8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a date like 2026-04</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a list of pools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least one whole node, which a distributed program needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model with ordinary or grouped attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole ONNX model with a graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>devices with more memory, or more of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a model of known kinds of layers: this one is read and counted by inspect, but its cost is not known yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has a key that is not read: “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No family says what “%1” with the value %2 builds, so the model would be counted without it. Use a configuration of a known family, or describe the model by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan for any training software</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within %1 of the best that %2 starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best of all that %1 starts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>what is proven, what was not measured</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>that key in a pool of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch that does not grow, or no such limit: how much longer a growing batch takes is known of whole answers alone, which no bound of a certificate may rest on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ %1</source>
        <comment>an estimate</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 asks for sequences longer than the positions that the model states.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: is “%3” meant? Positions beyond count as extended, at no cost. Use %4, or keep it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found %3. The model can&apos;t be planned without it. Enter the value or add %4 to the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looked at every argument of Megatron-LM in it. The model can&apos;t be planned without it. Enter the value, or add it to the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looked at the top level and in “text_config”. The model can&apos;t be planned without it. Enter the value, or add it to the file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelConstants</name>
    <message>
        <source>GEMM efficiency of a step over kernel tables, A100 and A800</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grouped expert products over one dense product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, FlashAttention 2 on A100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward share over forward share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share left with attention sinks before 2026-05 containers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batched products of unfused attention over one GEMM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score elements moved by unfused attention, times 2 bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unfused products whose head width is not a multiple of 8: without matrix units, a quarter of their rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, fused kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>low-precision casts, times 4 bytes an input element</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>traffic of a logit in the loss, forward and backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host seconds of a layer, forward and backward, without graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what a mixture-of-experts layer adds to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host seconds of a recomputed layer, DeepSpeed checkpointing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>eager FSDP recomputing everything: slowdown for every tenth of memory in use above 80 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the one-way link, tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the network, data and pipeline parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the network, FSDP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of link and network, expert all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden share of tensor-parallel traffic where overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden share of data-parallel traffic where overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute lost to a second of hidden FSDP traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exposed share of the context-parallel ring, forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer traffic a sharded parameter, norm and clip included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slowdown a doubling of GPUs beyond 8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>further speed-up of mixtures of experts from 26.06 containers on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step time factor of JAX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step time factor of DeepSpeed-era clusters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step time factor of Megatron-Core from its own scripts, without a tuned recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB of an allocator&apos;s peak beside tensors and buffers: products&apos; workspaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the activations, held beside them by allocators before 2023</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB of context and communicators before 2023, in the driver&apos;s reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of gradients and flat copies in InternEvo, a sharded parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB above the allocator&apos;s reading where a source names no reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of GPU families without measured runs: Hopper&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>efficiency of weight-gradient products over forward ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of a local expert and product, kernel tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of its fp4 peak that B300 sustains, next to B200</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>m = n = k at which nvfp4 reaches the 16-bit share of its peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the datasheet&apos;s memory bandwidth, for every byte time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, FlashAttention 2 on Hopper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>containers from then on have a fast kernel for attention sinks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>multi-head latent attention over plain attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B300 and GB300 over B200: twice the exponentials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads at which a kernel table&apos;s attention is at the fitted share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens at which half of attention&apos;s share is reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>casts to block-scaled formats over plain ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>permutation of routed tokens, times 4 bytes a hidden element</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise traffic of backward over forward, hidden width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of expert traffic that is exposed: dispatch and combine wait for each other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the last micro-batches&apos; work that can hide data-parallel traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latency of one step of a data-parallel ring, seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of double binary trees over rings&apos; (NCCL&apos;s tuning)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of sums in the network&apos;s switches over the network&apos;s (NCCL&apos;s tuning)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of all-reduces in a domain&apos;s switches over rings&apos; links (kernel tables)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the link that tables of collectives in a node reach (kernel tables)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters of one bucket of gradients, at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fixed host time of a step, seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer&apos;s traffic of a local parameter, bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient accumulation, bytes a parameter and micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of layers that selective FSDP checkpointing computes again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s Megatron follows its upstream from then on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of memory above which eager allocators slow a job down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of memory over which that reaches its fitted size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from PyTorch 2.1 on checkpoints skip what nobody needs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of a logit in the loss, overwritten by its gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the loss&apos;s traffic in forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden share of data-parallel traffic before 2023</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host seconds of a layer launched as graphs, forward and backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>release at which the factor of dense models is 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first release with the newer path of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs in one NVLink domain that count as a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the PCIe rate that an offloaded optimizer reaches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of a logit held: 2 + 4, fused cross entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of communication and fused buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what the allocator holds beyond activations, of them: 30 runs of 2026</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA and NCCL context and fused buffers as the driver reports them, GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FlashAttention&apos;s fused loss: 2 + 2 bytes a logit, of logits_bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients overwrite logits: 2 bytes, of logits_bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context without a framework beside the driver, GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of a weight in the form that 8-bit products read, hand-written trainers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed: fp32 copy of own gradients, bytes a sharded parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the context is at most this share of a card&apos;s capacity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of unseen rows meant to lie beyond each end of a band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of memory readings beyond each end as drawn: 78 to 80 % of unseen ones lie inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of the smallest scale of bands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, low end: dense, tuned vendor stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: kernels measured on a sibling of the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted memory, low end: allocator&apos;s reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 3 (DGX-1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of a Grace&apos;s memory, bytes a second, shared by the GPUs of a superchip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the host memory&apos;s rate that an offloaded optimizer reaches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors of a layer that InternEvo deals to ranks whole, each a call when weights are sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of a node&apos;s memory that offloaded state and activations may fill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the 16-bit peak of mixers that carry a state (KDA on H20)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward over forward of mixers that carry a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, CDNA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host seconds of a layer, forward and backward, Hugging Face&apos;s layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what DeepSpeed&apos;s ZeRO-3 hooks add to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8-bit products over 16-bit ones, shares of their peaks, CDNA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, FlashAttention 2 on Blackwell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, Gaudi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of exposed expert traffic, left where it is overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches of a layer of experts without graphs over those with some</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches that latent attention adds without graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more launches of an eager layer that is computed again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of products, done again by checkpointing by operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes a parameter of a layer that FSDP holds gathered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB of workspaces beside tensors in PyTorch-native stacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more bytes a hidden element that eager layers keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>date of PyTorch 2.8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>band of memory of stacks counted from their code, as a factor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>traffic of scores where XLA makes softmax, mask and scale one kernel, over PyTorch&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>8-bit products with a scale for each row over those with one scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what each doubling of a ring adds to attention in PyTorch&apos;s context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden share of tensor-parallel traffic, PyTorch&apos;s asynchronous tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the all-to-all of a divided sequence&apos;s heads that is exposed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NVLink-C2C of one Grace, bytes a second and direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes held of a logit in fp32 losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes held of a logit with torch.compile from PyTorch 2.8 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes held of a logit, loss in pieces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed-up a year of vendor software&apos;s own share of a step, dense, from 2024.5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a band as a factor: another GPU generation or software was measured, dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a band as a factor: tables of kernels alone, dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a band as a factor: a datasheet alone, dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: something that decides a step is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step over kernel tables, H100 and H200: sustained clock under the power limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step over kernel tables, B200, B300, GB200, GB300</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step over kernel tables, RTX PRO 6000 and RTX 50</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, Ada, without tables: clocks above the datasheet&apos;s boost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, V100, without tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, cuDNN and FlashAttention 3 on H100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, kernels written before Hopper on H100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, Blackwell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, eager PyTorch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host seconds of a layer in eager PyTorch, forward and backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, Megatron before 2023</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed-up a year of vendor software&apos;s own share of a step, mixture of experts, from 2025.8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens at which a kernel table&apos;s attention is at the fitted share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the 16-bit peak of mixers that carry a state, without matrix units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise traffic of backward over forward, width of the heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise traffic of backward over forward, width of the MLP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the data-parallel window left where every backward pass hides its own traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the link that tables of all-to-alls in a node reach (kernel tables)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters of one bucket of gradients for each rank, at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient accumulation before 2023, not fused into the product, bytes a parameter and micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of a logit in the loss, read once and read and written in backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host seconds of a layer without Python, forward and backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>release at which the factor of mixtures of experts is 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 4 (DGX A100)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 5 (DGX H100)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate of host memory for each GPU, bytes a second: servers with PCIe 6 (DGX B300)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA and NCCL context with one communicator as the driver reports them, GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed&apos;s BF16 optimizer: fp32 gradients beside bf16 ones, bytes a local parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of the middle scale of bands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, high end: dense, tuned vendor stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, high end: dense, other stacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, high end: dense, GPU generations or stacks measured at one site or none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, high end: mixtures of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted memory, high end: allocator&apos;s reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted memory, high end: device&apos;s reading, or none stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, low end: dense, other stacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, low end: dense, GPU generations or stacks measured at one site or none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted, low end: mixtures of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: kernels measured on the GPU itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: up to 8 GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: up to 256 GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: more than 256 GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: data parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: weights in shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: tensor, context or expert parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: pipelines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured over predicted memory, low end: device&apos;s reading, or none stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, Ada under a server&apos;s power limit (L40S, L40)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, CDNA, without tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency of a step, Gaudi, without tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, torch.compile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes of a logit in the loss, torch.compile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, eager PyTorch from 2024 on, without fused norms and rotations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>elementwise bytes over bytes counted, Hugging Face&apos;s layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compute lost to a second of hidden traffic of FSDP2 and DeepSpeed, whose collectives share the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward share of the bf16 peak, attention as PyTorch calls it on A100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>casts of PyTorch&apos;s own stacks over fused ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of links in a node that dispatchers reach that send a token once a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the network that dispatchers reach that send a token once a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes a parameter of embedding and head that FSDP holds gathered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more that eager layers keep of the feed-forward part, as a share of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a band as a factor: another GPU generation or software was measured, experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a band as a factor: tables of kernels alone, experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of a band as a factor: a datasheet alone, experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the band, in logarithms: mixers that carry a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>band of memory where something of the run is not stated, as a factor</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Money</name>
    <message>
        <source>%1/1T tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In %1. Kept in US dollars: 1 USD = %2 %1 of %3, as entered in the preferences.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 USD = %1 %2, %3, entered</source>
        <comment>rate, currency, date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dollars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>amount, code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1; older than %n days</source>
        <comment>rate</comment>
        <translation>
            <numerusform>%1; older than %n day</numerusform>
            <numerusform>%1; older than %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>days</source>
        <comment>unit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>198 days (181 to 221)</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Pareto</name>
    <message>
        <source>GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory, % of the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s per GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, thousand</source>
        <comment>axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, million</source>
        <comment>axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, billion</source>
        <comment>axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deadline %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bound %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ParetoFigure</name>
    <message>
        <source>best, number 1 of the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per 10¹² tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Placements</name>
    <message>
        <source>layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers over %2 machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers are laid over machines by their rates and links: change those.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the seconds that a GPU takes for an output token of the flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layout lets requests through as promised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best of all layouts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within %1 of the bound on all layouts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PoolFace</name>
    <message>
        <source>layers %1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · limits</source>
        <comment>layers</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · link limits</source>
        <comment>layers</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PostTrainings</name>
    <message>
        <source>roles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 roles in %2 sets of GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roles are placed by what their calls take: change the job&apos;s layouts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one iteration, from the first call to the weights at the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No placement holds all roles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 an iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best of all placements</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Reasons</name>
    <message>
        <source>usual for one message between two GPUs of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>usual for one message over RDMA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the slower of the two pools&apos; networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal nodes, joined by a network as fast as their own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rack that %1 is sold in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 joins %2 GPUs, the node has %3: PCIe between the rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the bandwidth of %1 is not known: PCIe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(%1 W / %2 W)^%3: matrix rates under a power limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rough street estimate: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>press estimate: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single-unit list: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>superchip server: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>re-sale: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>listing (%1): %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>listing: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per card in %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per GPU in %1, on sale: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per GPU in %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default of stacks since 2023</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>balanced routing, as the measured runs force it (Megatron-Bridge&apos;s performance recipes)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of memory left free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no kernel tables for %1: efficiencies of its nearest measured type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training stack as new as the newest measured one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>419 unexpected interruptions in 54 days on 16,384 H100 (Llama 3, 2024)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>2 TB/s for 24,576 GPUs (Llama 3, 2024)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>noticing a failure, replacing the node, starting again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>driver and communication context, at most a tenth of a card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only the text part is planned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>absent: none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>absent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arguments of Megatron-LM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum over tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>total - experts not chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: packed or without a count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one network card a GPU, as built with this generation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nearest type of the catalogue, with the stated memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default of mixed-precision training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fused attention from 2023 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recipe default of the framework</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default of the framework</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: four micro-batches a stage, at least eight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interleaving needs micro-batches in multiples of the stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on in Megatron-Core and JAX, off before 2023</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: tuned recipes use forms that cost next to nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: the cheapest setting that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selective in FSDP: every n-th layer, as few as fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searched: the fastest layout that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searched: no layout fits, the fastest of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sizes not stated: the built-in model of that name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: usual in pre-training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: one node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>public DeepSeek configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the newest measured stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>usual at this date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as such nodes are built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden / heads, rounded down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPT-2&apos;s, padded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeepSeek-V3 recipes train it unless they say otherwise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>usual in decoders from 2023 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attentions (softmax of the product of two activations)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what %1 reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scores of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outputs of %1 / head_dim</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what %1 sums over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context of %1 / heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width of the products beside the attentions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outputs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 makes the logits, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two matrices in the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a triangle of the mask (Trilu)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it makes logits; its mask is an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it makes no logits; its mask is an input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recipes keep experts whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron&apos;s default: as many as tp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron&apos;s default, which recipes changed from NeMo 2 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as much for each GPU as in %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as much as the GPUs&apos; own memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>solved for each configuration: as few as fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above the fastest in the catalogue, %1: bits?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no kernel tables for %1: those of the type it was made from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>far beyond anything known, %1 at most: is it meant?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an estimate: as much for each GPU as %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an estimate: the power of the GPUs times %1, the median of %2 published machines (form of their GPUs: %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two tiers of 64-port switches of 1.72 kW, 48 for 128 nodes of 400 GB/s (NVIDIA DGX SuperPOD B200 reference architecture, 2025)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no table of measured kernels: operations and traffic of the chunked forms, at what published kernels reach on H20 (MoonshotAI/FlashKDA); band widened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its scores cost as attention of its narrow heads, whole on every rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parts of a layer that no fused kernel is known for run apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>positions of the tower: one input of full size a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one picture of 448 x 448 a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>works through its tokens in front of the first stage and is trained with the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default of the class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fused attention from 2023 on, in JAX by libraries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FSDP with a pipeline keeps weights gathered and gradients whole for the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompts of the attention, or a scale and a bias of every product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LitGPT&apos;s FSDP strategy checkpoints every block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no family file names this type: each value below is taken at its key&apos;s word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every product, as PEFT&apos;s all-linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program&apos;s default, queries and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: readings of memory that name no batch are of the smallest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>beyond the %1 positions that the model states: they count as extended, at no cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job names no runtime: only what %1 starts is searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all GPUs have to be used, and no runtime trains on several types at once: the whole space is searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job names no runtime, and %1 does not fine-tune so: the whole space is searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>default of %1, %2 (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not told</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not run the model: %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the question has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not compared with the question, which says it itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the question has %1, which holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job says %1, the script holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job allows %1, the script holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>says when it is saved, not how it is laid out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sizes the model, which the model&apos;s own description does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known here as an argument of %1 that makes a layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no setting of a layout says this value beside the other arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with a schedule of several chunks %1 gives a stage so many unless told (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the file is one of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more than 100000 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its end is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is no file beside the script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not known, perhaps a group of options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stands under a condition, which is not followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a table in a list is not followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is no setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stands in a table that is not followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text of several lines is not read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a block in a list is not followed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clusters take from under an hour to over a day on average (Schroeder and Gibson, DSN 2006)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about 327 of 419 interruptions came from hardware (Llama 3, 2024)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>35 of about 327 interruptions by hardware came from switches and cables (Llama 3, 2024)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>Untitled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ReplanWords</name>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after %1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline %1 on %2: micro-batches %3, layers %4, TP %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re-balance data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re-balance layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regroup tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop slow GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare nodes in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>node %1 of %2, GPU %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paid back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: recommended</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and further pipelines: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle GPUs: %1, among them: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle GPUs: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With nothing slow a step takes %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan pays in the steps that are left.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recommended: %1, %2 a step, %3 against that; no plan on these groups is below %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It moves %1 in at least %2; that is paid back: %3. Steps left: %4.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>%1 trains at %2 tokens/s on %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step takes %1 (80 % band %2 to %3), and %4 tokens take %5. %6.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a price is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped early: %1. A better strategy may exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job and its limits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Origin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pools of equal nodes and the network between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 nodes of %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to peers · %2 a node to the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pools. Network is per node, one direction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Winner and runners-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best strategies found. Memory is in % of the limit, which is the capacity less the headroom.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strategy in words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step, stage by stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward and backward blocks of every stage with their micro-batch, transfers below them, waiting hatched, the critical path outlined; then memory over the same time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where time, memory and money go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of one step. They add up to the step time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the fullest GPU of every stage, with the limit (capacity less headroom).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A GPU of this strategy has no price, so that no sum of money can be given.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of one hour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goodput: the share of the hours that makes progress. Hours and money without failures are those above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One GPU fails every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failures in the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: the usual value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None: every value was stated or read from a source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values that nobody stated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cost of a strategy is computed, not measured. Every matrix product takes the time of its shape on the GPU type, limited by arithmetic or by memory traffic; collectives take the time of their bytes on the link they use, less what overlaps. The blocks of all micro-batches are then laid out by the pipeline&apos;s order, and the last one ends the step. Memory is weights, gradients, optimizer state, activations held and workspace of the fullest GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. Of %2 configurations, rules rejected %3, limits %4, memory %5 and bounds %6; %7 were evaluated in %8.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources of hardware values and prices.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · catalogue %2 · seed %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table %1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure %1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All activations are kept. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention is recomputed in the backward pass. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As many layers as memory requires are recomputed in the backward pass. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every replica holds the whole optimizer state. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer state is sharded by ZeRO stage %1. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>A pipeline has %n stages. </source>
        <translation>
            <numerusform>A pipeline has %n stage. </numerusform>
            <numerusform>A pipeline has %n stages. </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pipelines run side by side. </source>
        <translation>
            <numerusform>%n pipeline runs. </numerusform>
            <numerusform>%n pipelines run side by side. </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each takes %n micro-batches a step, </source>
        <translation>
            <numerusform>Each takes %n micro-batch a step, </numerusform>
            <numerusform>Each takes %n micro-batches a step, </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sequences at a time. </source>
        <translation>
            <numerusform>%n sequence at a time. </numerusform>
            <numerusform>%n sequences at a time. </numerusform>
        </translation>
    </message>
    <message>
        <source>Constants of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitted constants rest on published training runs; fixed ones are estimates or facts of the software, those called assumed are guesses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitted constants, replaced in part by a calibration.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitted constants.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed constants.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every part within 0.1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>more expensive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on more GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another is faster and cheaper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equally good</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pareto frontier of speed and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best strategies of the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 points. The line joins those that no other point beats in both; type by shape.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>verdict: where the time goes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why not another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next of the ranking and the nearest of those that are not possible, each with what keeps it from the first place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why not first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not possible: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The optimizer is offloaded: its state is kept and updated in host memory. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations are offloaded to host memory until the backward pass. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each GPU keeps up to %1 there, of its share of %2. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each GPU keeps up to %1 there. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 holds %2 on %3 with tensor parallelism %4. </source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Stages %1 to %2 hold %n layers each, %3, on %4 with tensor parallelism %5. </source>
        <translation>
            <numerusform>Stages %1 to %2 hold %n layer each, %3, on %4 with tensor parallelism %5. </numerusform>
            <numerusform>Stages %1 to %2 hold %n layers each, %3, on %4 with tensor parallelism %5. </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n chunks</source>
        <translation>
            <numerusform>in %n chunk</numerusform>
            <numerusform>in %n chunks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stage %1 holds %n layers, %2, on %3 with tensor parallelism %4. </source>
        <translation>
            <numerusform>Stage %1 holds %n layer, %2, on %3 with tensor parallelism %4. </numerusform>
            <numerusform>Stage %1 holds %n layers, %2, on %3 with tensor parallelism %4. </numerusform>
        </translation>
    </message>
    <message>
        <source>The model goes down the first chunks of all stages and comes back through the second ones. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model goes through the first chunks of all stages, then through the next. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepared by %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The options compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method and data sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages added in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>v in tokens/s; G: sequences of a step; S: tokens of a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hours of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>H in h; D: tokens of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W: weights, J: gradients, O: optimizer state, A: activations of the micro-batches in flight, X: workspace, M: memory of the GPU, in bytes; r: headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Energy of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of an hour, rent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of an hour, buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of an hour, own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hours with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>H′: hours that a growing batch adds; the job then costs C times these hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formulas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the figures are computed; sums are over pools or stages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Letters and units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents</source>
        <comment>of the report</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest cost of a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewest GPUs, then the highest speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed and cost: what no other beats in both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exactly %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>switched off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost basis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Service life</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Residual value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation (hours in use)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of a kWh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PUE (facility power ÷ IT power)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle GPUs are charged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules of this plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s, a step in %2, %3 for 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A distributed program is as fast as this strategy: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A distributed program is %1 faster: %2. This report is about the best strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best distributed program is %1 slower: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it won</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would change the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture takes more than %1 KiB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is neither PNG nor SVG, or damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each value is changed by %1 on its own, the largest effect first; values without effect are left out. #1 has %2 tokens/s now. A break-even value names the rank of the strategy that is better beyond it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each value is changed by %1 on its own, the largest effect first; values without effect are left out. With #1, 10¹² tokens cost %2 now. A break-even value names the rank of the strategy that is better beyond it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of equal stages whose transfers take no time, in the order 1F1B; else T is the end of the last operation as the schedule plays it. t: forward and backward of a stage for one micro-batch, B: the longest t, e: gradients, weights and optimizer at the end, in s; K: micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle GPUs, where they cost, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hardware is paid for; electricity and hosting as for buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1; the job costs C H</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a: the first of the ranking, b: what no strategy can be better than, both in the goal&apos;s unit: tokens/s, %1 for 10¹² tokens or GPUs; of the Pareto frontier the largest improvement that is not ruled out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>g: GPUs used of each pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>v: tokens/s; g: GPUs used of each pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>β: what the stage that ends the step waits for other stages, T: the step, in s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C: cost of an hour, H: hours of the job, without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of the job with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C: cost of an hour, H″: hours of the job with failures and checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What no strategy can be faster than</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>G: sequences of a step; S: tokens of a sequence; T*: s, no step of what is left of the space can be shorter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What no strategy can be cheaper than</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a: the first of the ranking; d: the share by which what is left of the space could be cheaper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On fewer GPUs no strategy can do it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference in speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>v: tokens/s; v₀: those of the best, or of the strategy pinned last; + is faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference in what the goal wants less of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>c: cost of 10¹² tokens, or GPUs; c₀: those of the best, or of the strategy pinned last; + is cheaper, or fewer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cluster to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of each pool g: all its GPUs, Q: price of a GPU with its share of the node; n: nodes, X: network of a node, where the pool states a price of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in kW; of each pool n: its nodes, P: highest watts of a node, without cooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of the cluster for an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of each pool g: all its GPUs, q: rent of a GPU for an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Money: %1.</source>
        <comment>rate of exchange</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of %1, purchase price per node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting per kW and month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/1T tok</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs of your own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>date not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The plan has constants of its own, %1: fitted to %n run(s) on %2, whose median error they bring from %3 to %4.</source>
        <comment>when and from what, GPU types, errors</comment>
        <translation>
            <numerusform>The plan has constants of its own, %1: fitted to %n run on %2, whose median error they bring from %3 to %4.</numerusform>
            <numerusform>The plan has constants of its own, %1: fitted to %n runs on %2, whose median error they bring from %3 to %4.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count and GPU type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power and hosting of the cluster for an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>model, GPUs</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prepared by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1”: %2</source>
        <comment>part of a step, what it is</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cover</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, optimizer in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, activations in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 chunks a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state over %1 ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP of the stages %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor traffic overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor traffic not overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power at the wall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>w in kW; of each pool g′: GPUs that are paid for, in whole units, p: watts of a GPU with its share of the machine, s: its share of the switches; f: facility power over the power of machines and switches (PUE)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in kWh, at the wall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C in %1/h; g′: GPUs that are paid for, q: rent of a GPU, %1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Q: price of a GPU with its share of the node, and of the network where that has a price, %1; z: share left after y years; u: share of the hours used; k: %1/kWh; w′: the power without the facility&apos;s; c: hosting, %1 for a kW and month of 730.5 h, used or not, where it has a price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For rent and for buy, for own the hosting alone; i: GPUs of whole units of each pool that are not paid for. Their hardware and their hosting count, their electricity does not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>g′: GPUs of each pool that are paid for, in whole units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs that are paid for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W: highest power of the machines and their share of the switches in kW; f: facility power over machine power (PUE); k: %1/kWh; c: hosting, %1 for a kW and month of 730.5 h, where it has a price; u: share of the hours used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of a month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of ownership</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Energy at the wall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carbon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions of spot in the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Term</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Daly 2006. τ: work between checkpoints, s: writing one, R: a restart, m: mean time between failures = 3600 / (λ g + u), in s; λ: failures of a GPU in an hour; u: interruptions of spot in one; without failures τ / (τ + s)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 g CO₂e</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carbon of a kWh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (grid of %2, %3)</source>
        <comment>432 g CO2e (grid of Iowa, 2025)</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>months of use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paid until then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent or buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of renting and of buying by months of use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renting takes %1 a month. Buying takes %2 at once and %3 a month; after %4 years the machines are worth %5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products with adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packed into full sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padded to the longest of a micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N: active parameters without the embedding; L: layers; h: hidden size; of each pool g: GPUs used, F: peak of a GPU in the job&apos;s precision, FLOP/s. Of a fine-tuned model (2 + 2 P) N + 2 R stands for 6 N: P forward passes, R trained parameters that a token visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x: the layout with its job; C: the conditions of a runtime, read from its own code: the first that holds decides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not measured: no run of this software was published on %1. What its predictions rest on stands in brackets, and their band is wider.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Energy at the wall, an estimate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Energy of 10¹² tokens, without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carbon of 10¹² tokens, without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · catalogue %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>model, deployment</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped early: a better one may exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers on %2 machines let %3 through, prompts and answers together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of it answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layout exceeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slowest way of a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over %1 machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of each machine, counted from 1; tokens/s that flow and that it can do.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where requests go on, by shares.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What binds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The flow is limited by these machines and links, whose rates add up to it: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Flow against the way of a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layouts that no other beats in both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slowest way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines and links are arcs with capacities in tokens/s: a machine what it does with the layers that it holds, a link its rate over the activations of a token. What a layout serves is the maximum flow from the coordinator through all layers and back; machines whose layers follow each other are joined. Layouts are searched by stages and bettered one machine at a time; the bound is the most that each machine can do over the layers of the model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers over %2 machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 to %3)</source>
        <comment>value and its band</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each further token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is to be served.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2 GPUs keeps what is promised.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on %2 GPUs does not keep what is promised.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to one user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of equal replicas. Limits of a step and of a batch stand with the start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A replica</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cache in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures at the traffic, with the bands in which 80 % of comparable runs lie.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to the first token, 99 of 100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time for each further token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers, all together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers, to one user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers, of one GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests that are served</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests within the promises at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences that a replica decodes at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs, with those that are paid but not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 paid)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>pool, what binds it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s to one user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of one GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not beaten in both at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users against GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The frontier: faster to each user, or more from each GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployments of the frontier, the fastest to each user first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s a user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>promised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each further token, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache in use, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the load grows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against the load of %2.</source>
        <comment>figure, pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where memory and time go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>work space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host, not overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a GPU that decodes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of one iteration that decodes. They add up to its time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 drafted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × prefill %2 + %3 × decode %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 on %3</source>
        <comment>replicas, layout, pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing binds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading weights and the cache from memory takes most of an iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arithmetic takes most of an iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launches of small kernels take most of an iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>links between GPUs take most of an iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompts take most of the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory for keys and values limits how many sequences decode at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the host takes longer for an iteration than the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights leave no memory for keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The figures are computed, not measured. An iteration is the sum of its kernels: products of the batch with each weight, limited by arithmetic or by memory traffic; attention over the keys and values of all sequences; experts, of which each distinct one is read once; all-reduce and all-to-all on the link they use; launches. The host works beside the GPU, and what does not overlap is added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load is a fixed point: as many sequences decode as arrive during the time that each takes, and the time grows with their number. Prompts take their part of each iteration, or iterations of their own where an engine runs them alone. Waiting follows from arrivals and from the places that memory and the limits of the engine leave.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The formulas.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences that decode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distinct experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Room for keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of a million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ: requests/s; O: tokens of an answer; t(b, p): an iteration of b sequences and p tokens of prompts; a: probability that a drafted token is accepted, n: drafted tokens; E: experts, k: of a token; u: share of the memory M that the engine takes, W: weights. Bands hold 80 % of comparable measured runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 deployments were evaluated and %2 cut by bounds, in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants of the engines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants of the engines&apos; software, fitted to measured runs (%1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arguments of %1 for %2; copies: %3.</source>
        <comment>engine, server</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Argument</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for repairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share w of the hours, over pools, in which n spares stand in for single nodes and domains of d nodes under repair, a and b of them on average, as Poisson counts (Palm); goodput is multiplied by it where failures last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layout that runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ways to go on: step, what it loses against nothing slow, bound, what moves.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of other stages hold %1 of the optimizer state. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much goodput spare nodes hold, each placed where it holds the most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hours that wait for a repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time to repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <comment>a value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why this deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why not the next one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>deployment, why it is not first</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures in which the next deployment differs from the answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings that nobody stated, with the values that were taken.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RowFilter</name>
    <message>
        <source>“%1” is not a column. Try: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value is missing after “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a number that “%2” can be compared with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has words, not sizes: use “:” in place of “%2”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is none of: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost is in %1; “$” in its place is in dollars</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A row has to meet every term; “-” before a term excludes what it matches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers are compared by = != &lt; &lt;= &gt; &gt;=, words by a colon.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tp, pp, dp, cp, ep, etp: degrees of tensor, pipeline, data, context, expert and expert-tensor parallelism — tp=8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vp: model chunks per stage; mbs: sequences of a micro-batch; zero: ZeRO stage; gpus: GPUs used; rank: place in the ranking — rank&lt;=10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mem: memory in % of the limit; mfu: model FLOPs utilisation; bubble: share of the step — mem&lt;90%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delta: how much better or worse than the best, in % — delta&gt;-5%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step: time of a step — step&lt;250ms; hours: time of the whole job — hours&lt;3d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed: tokens per second — speed&gt;40k; cost: of 10¹² tokens — cost&lt;1.5M; power: in kW — power&lt;90</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>type: GPU type, also without “type:” — type:h100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute: none, selective or full — recompute:full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is: pinned, mine or rejected — is:pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>schedule: one of %1 — schedule:1f1b</source>
        <comment>names of schedules</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleReason</name>
    <message>
        <source>the GPU type has no matrix rate for the job&apos;s precision, or its memory is unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no rate to cost a step with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each pipeline stage needs a layer, and of its chunks all but the first and the last of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a stage without a layer has no time of its own to play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>global batch is a multiple of micro-batch x data parallelism (--global-batch-size)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last, smaller micro-batch would have to be costed by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention heads are a multiple of tensor parallelism (--num-attention-heads)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no kernel is known for a part of a head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV groups are a multiple or a divisor of tensor parallelism (--num-query-groups)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the copies of groups that ranks would share are not counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor parallelism stays inside the scale-up domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sequence is a multiple of 2 x context parallelism (--context-parallel-size)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>halves of unequal length would have to be costed by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts are a multiple of expert parallelism (--expert-model-parallel-size)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks with unequal numbers of experts would have to be costed by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ranks of a stage are a multiple of expert x expert-tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no group of ranks for an expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the inner width of an expert is a multiple of expert-tensor parallelism (--moe-ffn-hidden-size)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks with unequal parts of an expert would have to be costed by themselves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the ranks that share an expert stay inside the scale-up domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtual stages need more than one pipeline stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one stage alone has nothing to interleave with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtual stages and a schedule that plays them belong together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no other schedule has an order for several chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtual stages hold equally many layers, but that embedding and loss may stand for up to three of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the search&apos;s bounds are those of equal chunks with short ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>both ends of ZB-V are on its first stage, which needs a layer beside embedding and loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with interleaving the micro-batches are a multiple of the pipeline stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the order of a last, smaller group of micro-batches is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallelism needs tensor parallelism (--sequence-parallel)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor-parallel overlap needs sequence parallelism (--tp-comm-overlap)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an all-reduce in one piece does not hide; what is fitted are its halves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO shards over data and context ranks; there is one only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO 2 and 3 reduce or gather in every micro-batch: with a pipeline they are searched where the job names zero_stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no gradient traffic to overlap (--overlap-grad-reduce)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlapped parameter gathering needs a sharded optimizer and overlapped gradient reduction (--overlap-param-gather)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fused attention already recomputes the attention core (--recompute-granularity selective)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the bandwidth between the GPU and host memory is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no rate to cost the transfers with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an optimizer in host memory is a sharded one (--optimizer-cpu-offload)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations that go to host memory are not computed again, and without a pipeline there is one order to play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transfers between several micro-batches, or of what is computed again, are not counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations go to host memory without a pipeline and without recomputation (--cpu-offloading)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with one stage, or one micro-batch, GPipe is 1F1B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no bubble to fill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZB-V has two chunks a stage, one down the pipeline and one back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no other order to play</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hybrid sharding needs ZeRO 3 and replicas both inside and outside of the scale-up domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no group to shard over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the replicas are a multiple of the group over which state is sharded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shards of unequal groups are not counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads of mixers that carry a state are a multiple of tensor x context parallelism, groups of Mamba 2 of tensor parallelism (--mamba-num-heads, --mamba-num-groups, --linear-num-value-heads)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no kernel is known for a part of a head, and groups on several ranks are not counted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuleVariable</name>
    <message>
        <source>pipeline stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chunks a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks that share a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks that share the experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks that share one expert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replicas of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequences at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations split along the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 to 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks over which state is sharded; 1 without ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none, selective or full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer state in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients reduced behind the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters gathered behind the forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor-parallel traffic behind the products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data x context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a step and replica, rounded down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of all stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranks that share a layer, of a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputation that a given strategy states for one stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs joined by the fast link, of a stage&apos;s pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a stage&apos;s pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a stage&apos;s GPU, rounded down; None where unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the stage&apos;s GPU has a rate for the job&apos;s precision, and its memory is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the bandwidth of the link between a stage&apos;s GPU and host memory is known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>id of a stage&apos;s pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>catalogue id of a stage&apos;s GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key and value heads (groups)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a layer, 0 for a dense model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inner width of an expert, 0 for a dense model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job fixes zero_stage or lists what it allows of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequences a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1f1b, interleaved, gpipe, zb-h1, zb-v or looped-bfs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what divides the heads of mixers that carry a state, 0 without any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what divides the groups of Mamba 2, 0 without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job&apos;s software names modules beside core attention that selective recomputation does again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RunningWords</name>
    <message>
        <source>the running layout</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuntimeReason</name>
    <message>
        <source>tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pipeline parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtual pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sharding group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offload optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offload activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap grad reduce</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap param gather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages.layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages.tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages.pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch ramp up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning.method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning.rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning.targets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning.frozen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning.packing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tuning.preference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dispatcher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap expert parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delay weight gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 parameter gather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient reduce</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute modules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offload layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallel method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frozen parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preference training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padded samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>world size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor parallelism of the stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert parallelism of a dense model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts with tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism by all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism by a2a+p2p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interleaved micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtual stages without a pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap of the parameter gather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap of tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instances of the distributed optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer adafactor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer with FSDP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision fp8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision fp8 by blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision mxfp8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision nvfp4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 parameter gather without ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 parameter gather with an offloaded optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offloaded optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offloaded optimizer without ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap of expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>delayed weight gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss in chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offloaded layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputation of attention with full layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputed layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-2 or 3 with a pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlaps of FSDP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packed samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>muon with FSDP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lengths of samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap of expert parallelism, delayed weight gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offloaded activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision mxfp8 and nvfp4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts of a rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert-tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pipeline with tied embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs with a pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compile with zero bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selective recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision by a converter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer muon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch ramp-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism without FSDP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pipeline with tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pipeline of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO with a pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs, loss in chunks, overlap of expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallelism with tensor or expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts with tensor parallelism and ZeRO-3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA graphs, overlap of expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-1 with tensor or context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replicas with tensor or context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sharding group of ZeRO-1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero bubble with the overlap of the gradient reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>zero bubble with uneven stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputed layers of interleaved stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>uneven sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-2 and 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap of expert parallelism, delayed weight gradients, CUDA graphs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert parallelism as a factor of the world size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers of the stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none of its settings says it, so that it would be dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are no adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all layers are frozen or none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no reference model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every sample is padded to the whole sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights come from --load with --finetune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the world size is tensor x pipeline x context x data parallelism, so all GPUs that start have to be used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only 1F1B and interleaved 1F1B are played</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one tensor-parallel size holds for all stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one type of GPU is used for all ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the global batch is a multiple of micro-batch x data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there are no experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts are a multiple of --expert-model-parallel-size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the world size is a multiple of expert x expert-tensor x pipeline parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads are a multiple of tensor parallelism, and key-value groups a multiple or a divisor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs --sequence-parallel, refused at the first forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sequence is a multiple of 2 x context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>local heads and key-value heads are a multiple of context parallelism; p2p runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs --hierarchical-context-parallel-sizes, which the job does not state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a group of g micro-batches, with g at least the stages and at most the micro-batches, leaves no rest or one of at least as many as there are stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interleaving needs several stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs the distributed optimizer and the overlap of the gradient reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs sequence parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data x context parallelism is a multiple of the ranks that share state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adam, sgd, muon, lion and soap are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron-FSDP takes adam and sgd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs compute capability 8.9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs compute capability 9.0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs compute capability 10.0, refused at the first forward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs the distributed optimizer or FSDP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only with delayed scaling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only adam is offloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the precision-aware optimizer is a distributed one: states are sharded as with ZeRO-1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with full recomputation only the whole iteration is captured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs several expert ranks, a dispatcher by all-to-all or flex, virtual stages in a pipeline, and no full recomputation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>need the overlap of expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DeepEP needs more than one expert rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss is not computed in chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>eager and fused are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--cpu-offloading-num-layers is less than the number of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one granularity holds for all layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every stage takes the largest number, the same for each chunk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starts as Megatron-FSDP, which gathers and reduces in every micro-batch; no test or recipe does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron-FSDP turns both overlaps on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages take the machines in the order in which the launcher lists them: those of the first stage come first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>says how it learns and how long, not how it is laid out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>names data and checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>says what is logged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how processes find each other, or what is so anyway</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is not among the settings that a plan tells apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRA and DoRA are known, beside weights in full precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which products of such a mixer get adapters is said in a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>targets are q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj and down_proj, or linear_qkv, linear_proj, linear_fc1 and linear_fc2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DoRA stands beside fused products: linear_qkv, linear_proj, linear_fc1, linear_fc2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all experts of a rank share one adapter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the first product of an MLP is halved into gate and up, and here there is no gate: name linear_fc1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>embedding and head are frozen beside adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of adapters with FSDP was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a model its towers are frozen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pretrain, sft, lora and dora are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a packed micro-batch is one sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of micro-batches of unequal length in a pipeline was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adam, sgd and muon are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check at the start was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>without sequence parallelism it is dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRA is the one kind of adapter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LoRAConverter belongs to the model&apos;s own registration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is frozen is no setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how samples are packed belongs to the configuration of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the weights come from checkpoint.initial_load_path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the product of all degrees is the world size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch.distributed.pipelining has no ZB-H1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one degree holds for all stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>graphs hold the whole step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no such setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights, gradients and states are offloaded, activations are not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the converter asks for compute capability 10.0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts are a multiple of expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shards x context x tensor parallelism is a multiple of expert parallelism: experts do not cross replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>removed on 2026-04-30</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads and key-value heads are a multiple of tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tokens of a step are a multiple of micro-batch x data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens are a multiple of tensor x 2 x context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with FlexAttention only, without a kind by all-to-all or ring; it shards the states besides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as replicas it is ZeRO-0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-1; as replicas it is ZeRO-0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights shared by the first and the last stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>micro-batches are a multiple of their number over the stages, rounded down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>graphs are for one stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fails in the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients are reduced in fp32 only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no number of layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is chosen by operator and recomputes every second product, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights and gradients are offloaded, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FSDP overlaps both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a converter belongs to the model&apos;s own registration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights are held in bf16 with fp32 masters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DistMuon, on FlexShard only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adam and AdamW are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a dispatcher belongs to the model&apos;s own registration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ChunkedLossWrapper belongs to the configuration&apos;s loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>eager, compiled and chunked are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention belongs to the configuration of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replicas always reduce behind the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FSDP always gathers ahead of itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>texts are cut into whole sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sequence is a multiple of tensor x 2 x context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no kind by all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it shards the states, with replicas as hybrid sharding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-0 by replicas is refused with tensor or pipeline parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no such check was found, and the mesh cannot be built</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is 1 or tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with tensor parallelism the sequence is always split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its own way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters are the program&apos;s own, as it builds the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is frozen is the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the reference model is the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which weights it starts from is the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AutoTP does not work with a PipelineModule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the batch is micro-batch x accumulation x data parallelism of all GPUs that start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a pipeline is a PipelineModule in code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1F1B only, without interleaving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO 0 or 1 at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a pipeline is a PipelineModule in code; the file&apos;s pipeline.stages is read by nobody</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no fp8</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only what full recomputation starts from is offloaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the batch is micro-batch x accumulation x data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ulysses does not go with AutoTP or AutoEP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads and sequence are a multiple of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is Ulysses (a2a), not a ring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the world size is a multiple of expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO 2 at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AutoEP with AutoTP splits the tokens between the tensor ranks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AutoTP splits whole key-value heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MiCS is for stage 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an offloaded optimizer is ZeRO&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>which layers are recomputed is the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an optimizer of the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters are gathered behind the step; only ZeRO-3 fetches them ahead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss is the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program&apos;s own, as it reads the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program&apos;s own, as it builds the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every rank of AutoTP keeps whole activations between the products</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>targets are names of the model&apos;s own modules, such as q_proj and down_proj</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts are one parameter, which target_parameters names as the model has it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of 4-bit weights with tensor parallelism was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TRL&apos;s scripts freeze nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with adapters the reference is the model itself without them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs are not packed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the loss of pairs is not computed in chunks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch counts pairs of two sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the product of all sizes is the number of processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-1 is DeepSpeed&apos;s, without tensor or context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replicas with tensor or context parallelism need dp_shard_size &gt; 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16, fp16 and fp8 are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a recipe of Transformer Engine, given in code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor parallelism follows the model&apos;s tp_plan, without sequence parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing is overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>needs FSDP2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keys and values are gathered (allgather), not passed round</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads are a multiple of tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not among the optimizers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all layers are recomputed or none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameters are offloaded, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>states are sharded over all replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FSDP2 overlaps both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nll and chunked_nll are known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attn_implementation belongs to the model that the program loads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DDP always reduces behind the backward pass</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overlap_comm is no key of this file, DeepSpeed&apos;s own default holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FSDP2 always gathers ahead of itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no key of this file, DeepSpeed gathers behind the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters stand beside fused products: name linear_qkv, linear_proj, linear_fc1, linear_fc2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packed samples attend to each other: use_packed_attention hangs on ROCm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the module post_trainer takes sft_trainer.yaml of framework megatron as its config</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is ROCm software, and nothing in it knows Blackwell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pp_algorithm has 1f1b, zero-bubble, zbv-formatted, v-half and v-min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pass of the weights is not split then, in silence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no layout of such a pipeline was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recompute_layer_ids count layers of the model, which the chunks share out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lora and full are the kinds of tuner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no name of embedding and head was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters of experts are without expert-tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no name of such parts was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the reference model runs beside the one that is trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the reference is the model itself without its adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not among its arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>instances of the distributed optimizer are not among its arguments: state is sharded over all replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each batch is padded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradients stay in fp32 (main_grads_dtype)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantised models are not for the Bridge route</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>use_dora is read by nobody in the Bridge route, and LoRA is trained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adapters stand beside linear_qkv, linear_proj, linear_fc1 and linear_fc2, whatever lora_target says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of such a mixer was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what is frozen is not read in the Bridge route</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pre-training and supervised fine-tuning are for the Bridge route</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of the length of a padded micro-batch was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 is not for the Megatron routes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no FSDP in the Bridge route</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>only p2p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the world size is a multiple of tensor x pipeline x context x expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a layout is said by extra_config only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>said by extra_config only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state is sharded over all replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not among its arguments: it is that of tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the kernel of attention is not among its arguments, Transformer Engine chooses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no setting of a layout says this value beside the other arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sizes the model, which the model&apos;s own description does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensor parallelism beside a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism beside a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism with other masks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence parallelism beside a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>virtual stages of a hybrid model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism of Kimi delta attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads of a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mamba-2 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputed layers of a hybrid model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages of a hybrid model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context parallelism with encoders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mamba layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated delta net layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kimi delta attention layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lightning attention layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>short convolution layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated linear recurrence layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RWKV-7 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mLSTM layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention beside a state in one layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latent attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sparse attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sliding attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>chunked attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention sinks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention in both directions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encoders in front of the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no tp_plan of layers with a state was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention by SDPA is divided along the sequence, nothing else</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of masks that are not causal alone was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no check of AutoTP on layers with a state was found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ulysses shares out the heads of attention alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the route of Megatron-Bridge takes text models of Llama, Mistral, Qwen and DeepSeek alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a hybrid model has one chunk a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all stages hold as many layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not divided along the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of layers with a state it has Mamba-2, gated delta nets and those of Kimi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads of a state are a multiple of tensor x context parallelism, groups of Mamba-2 of tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>each layer is one of the letters of a pattern: Mamba-2, gated delta net, attention, MLP, experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mixers and MLPs count as layers of their own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of layers with a state it has Mamba-2 and gated delta nets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a layer has one mixer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens see all in front of them or a window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pretrain_gpt.py builds decoders alone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encoders in front belong to a model provider of one&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of layers with a state it has gated delta nets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>how the layers of its stages are said was not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of layers with a state it has Mamba-2, gated delta nets, those of Kimi and short convolutions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention with such a mask is not divided along the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>encoders in front of a model are an experiment beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its models have no layers with a state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its text models are decoders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gated delta nets are not divided along the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images are put into the whole sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of layers with a state its models have gated delta nets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whether it has them is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>state</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RuntimeWords</name>
    <message>
        <source>%1 runs this layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 would start this layout and do something else.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 refuses this layout with an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 has no setting for this layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs this layout only with code of your own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not known whether %1 runs this layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No runtime that the program knows runs this layout as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It runs on %1.</source>
        <comment>names of programs</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs it</source>
        <comment>a runtime a layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does something else</source>
        <comment>a runtime with a layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>refuses it</source>
        <comment>a runtime a layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no setting for it</source>
        <comment>of a runtime for a layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with own code</source>
        <comment>a runtime runs a layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <comment>whether a runtime runs a layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not on %1</source>
        <comment>name of a program</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none as it is</source>
        <comment>no program starts this layout</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <comment>names of programs, how many more</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SampleName</name>
    <message>
        <source>Two generations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One kind of GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts on a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed fleet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Three regions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServingConstants</name>
    <message>
        <source>launch times in a graph against the tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launch times against the tables, TensorRT engines before the PyTorch backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launch of quantising against 2 us</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small kernels a layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one small kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-reduce against the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels of decoding in place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernels of prefill in place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts&apos; time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>launch of the experts against the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>experts&apos; time in prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fullest rank of expert parallelism beside its fluctuation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>slowest rank of attention data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not overlapped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not overlapped a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host a layer of a step with prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host a layer with experts of a step with prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host a layer with latent attention of a step with prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step with prefill</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>front end, a request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-to-all against the link&apos;s rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>prompts that TensorRT-LLM starts together under attention data parallelism, a rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the bf16 peak of CDNA3 that products reach</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the bandwidth at which vLLM V0 reads keys and values on CDNA3, once a head of queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host a layer and step, vLLM V0 on CDNA3, which launches kernel by kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens that choose experts apart from each other, of those beyond the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>half of the experts are chosen so much more often than the mean, the other half less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of what measured kernels take beyond their forms that stands in place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8 products of TensorRT-LLM against the table, which is vLLM&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of reading keys and values in fp8 on Hopper, TensorRT-LLM against the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of reading keys and values, TensorRT engines before the PyTorch backend, against the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-reduce on CDNA3 against the assumed form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times by which products of few rows miss the compute rate on CDNA3, beyond once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>transfer of an all-reduce against the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not overlapped a sequence, vLLM before it scheduled beside the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share that steps of models with experts took longer before the end of 2025</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share that steps of models in block-scaled fp8 took longer besides before the end of 2025</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share that steps of models with experts took longer on CDNA3 before the middle of 2026</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block-scaled products of vLLM against the table, which is TensorRT-LLM&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention of prompts against the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of the steps to gather a prompt a rank, at most 50, that TensorRT-LLM waits under attention data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>large all-reduce in an NVLink switch against its bytes over the link&apos;s rate</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SparesWords</name>
    <message>
        <source>No number of spare nodes holds %1 goodput: %2 is the most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare nodes that hold %1 goodput: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repairs take %1 on average; with the spare nodes there are (%2), %3 of the hours wait for one.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SweepResults</name>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Days of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purchase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paid GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proven best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrong inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Further token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of a million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of an hour</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TimelinePainter</name>
    <message>
        <source>waiting %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>receive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reduce-scatter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-gather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F</source>
        <comment>forward</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <comment>backward</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W</source>
        <comment>weight gradient</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>count and GPU type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) + head</source>
        <translation>
            <numerusform>%n layer + head</numerusform>
            <numerusform>%n layers + head</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory per GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights, gradients, optimizer, workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 folded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>kind of span and micro-batch</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>letter of span and micro-batch</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak %1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1, %2</source>
        <comment>number and pool</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>This is the best strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ruled out by rule “%1”: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is better than the best strategy found, and outside the space that was searched. Allow its settings in the job.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outside the space that the job allows: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible, and slower than the best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible, and more expensive than the best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another strategy is both faster and cheaper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search has not reached it yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is number %1 of the ranking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10¹² tokens cost %1, with the best strategy %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Possible, and on more GPUs than the best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exactly as good as the best.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best is cheaper: 10¹² tokens cost %1, here %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best is faster: a step takes %1, here %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best uses fewer GPUs: %1, here %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of equals the ranking takes the one whose stages come first in order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of equals the ranking takes the one whose settings come first in order: %1 is %2 there, here %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the Pareto frontier: nothing is both faster and cheaper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another strategy is both faster and cheaper: TP %1 · PP %2 · DP %3 with %4 tokens/s, at %5 for 10¹² tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ruled out by rule “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step takes %1; with the best strategy it takes %2 (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is better than the best strategy found, which has to take all GPUs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It leaves GPUs of %1 unused, where all are asked for: a goal that chooses GPUs, or a scenario without that pool, may do so.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::app::StartText</name>
    <message>
        <source>Astrolabe is running already and has not answered yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may be busy. What this start asks for opens there as soon as it answers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start another one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AboutDialog</name>
    <message>
        <source>About Astrolabe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Astrolabe %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plans the training of large models on clusters one could buy or rent.

Hardware and price catalogue of %1. Every value keeps its source and date.

Free software under the GNU General Public License, version 3 or later. Uses Qt, QCustomPlot, SQLite and other free libraries; data sources are listed in NOTICE.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyDialog</name>
    <message>
        <source>&amp;Open this run as a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import my runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;published runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How accurate?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured runs with their prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import measured runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Family</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting every run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) left out, the first: %1</source>
        <translation>
            <numerusform>%n row left out, the first: %1</numerusform>
            <numerusform>%n rows left out, the first: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run fits these filters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the shown runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rows as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Plots as SVG, PDF or PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the plots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors by GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with the constants fitted to published runs.</source>
        <translation>
            <numerusform>%n run (%1), predicted with the constants fitted to published runs.</numerusform>
            <numerusform>%n runs (%1), predicted with the constants fitted to published runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</source>
        <translation>
            <numerusform>%n run (%1). The constants were fitted to published runs, this among them; the README has the figures for runs left out of the fit.</numerusform>
            <numerusform>%n runs (%1). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the table could not be predicted.</source>
        <translation>
            <numerusform>%n row of the table could not be predicted.</numerusform>
            <numerusform>%n rows of the table could not be predicted.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Fit constants to these runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use them in the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save them…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Give the plan the published constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The report has a section with the %n shown run(s).</source>
        <translation>
            <numerusform>The report has a section with the %n shown run.</numerusform>
            <numerusform>The report has a section with the %n shown runs.</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs left out, with the reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the published table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with the constants fitted to them.</source>
        <translation>
            <numerusform>%n run (%1), predicted with the constants fitted to it.</numerusform>
            <numerusform>%n runs (%1), predicted with the constants fitted to them.</numerusform>
        </translation>
    </message>
    <message>
        <source>Three runs of different layouts are enough to help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan now uses the constants fitted to your runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calibrations (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitting constants to the runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Fitted to %n run(s): median error %1 before, %2 after, of these runs themselves.</source>
        <translation>
            <numerusform>Fitted to %n run: median error %1 before, %2 after, of this run itself.</numerusform>
            <numerusform>Fitted to %n runs: median error %1 before, %2 after, of these runs themselves.</numerusform>
        </translation>
    </message>
    <message>
        <source>Re&amp;move from report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to &amp;report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How accurate such predictions are</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1): median error %2, nine in ten within %3, %4 inside their 80 % band.</source>
        <translation>
            <numerusform>%n run (%1): median error %2, nine in ten within %3, %4 inside their 80 % band.</numerusform>
            <numerusform>%n runs (%1): median error %2, nine in ten within %3, %4 inside their 80 % band.</numerusform>
        </translation>
    </message>
    <message>
        <source>Predicted over measured, and how the errors are spread.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors by GPU type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants of the plan: %1</source>
        <comment>when and from what they were made</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors and runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training or serving runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyFigures</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows that the filters show, of all rows of this quantity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half of the predictions are within this error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>9 of 10 within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nine in ten predictions are within this error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The middle error with its sign: above zero is predicted too high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In 80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the runs that were measured inside their 80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyGroups</name>
    <message>
        <source>GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>9 of 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In 80 % band</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyModel</name>
    <message>
        <source>inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band: %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2 (assumed: %3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source states every setting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Family</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AccuracyPlots</name>
    <message>
        <source>Predicted over measured; the table below has the same rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the errors are spread; the table below has the same rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured, seconds a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured, GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted, seconds a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted, GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>±10 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error; the outermost bars hold what lies beyond</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too little</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: measured %3, predicted %4, error %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>typical %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %n run(s)</source>
        <translation>
            <numerusform>%1 to %2: %n run</numerusform>
            <numerusform>%1 to %2: %n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>runs for every %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Announcer</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::AssumedText</name>
    <message>
        <source>Assumed: nobody stated this value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <comment>name of a field</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>two notes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the default (%1)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::BasisDoubts</name>
    <message>
        <source>, </source>
        <comment>between names of pools</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost basis</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rent is known for %1 under this commitment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commitment</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rent is known for %1, only what it costs to buy. Count it as bought, or enter a rent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rent is known for %1. Enter one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: nodes of a cloud. What one costs to buy is not known, so its GPUs alone are counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What %1 costs to buy is not known, only its rent. Count it as rented, or enter a price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What %1 costs to buy is not known. Enter a price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count as bought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count as rented</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter rent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter price…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::BreakdownView</name>
    <message>
        <source>Breakdown of time, memory and money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory per GPU by stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Money per 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage; dashed line: memory limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No price for every GPU type used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory per GPU by stage, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of the GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; %2 of %3 in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; %2 in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 · %2: %3 of %4</source>
        <comment>number, GPU type, memory, its limit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>stage and GPU type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How is this calculated? (H)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How is the time with failures calculated?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum, million %1</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>million %1</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CalibrationWords</name>
    <message>
        <source>calibrated, date not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calibrated from %1, date not known</source>
        <comment>file</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calibrated on %1</source>
        <comment>day</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>calibrated on %1 from %2</source>
        <comment>day, file</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CanvasPanel</name>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the cluster at 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in on the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the tags of the tiles show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep tiles on the grid while they are dragged, dropped and pasted; hold Alt to place them freely</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CanvasTotals</name>
    <message>
        <source>Totals of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n types</source>
        <translation>
            <numerusform>%n type</numerusform>
            <numerusform>%n types</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A purchase price of a part of the hardware is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The power of a part of the hardware is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rent of a part of the hardware is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What changed since this plan was opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>since opened %1</source>
        <comment>then the differences</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the baseline %1</source>
        <comment>then the differences</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs from the scenario that is the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 W: highest power of the machines, without cooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h: rent at the chosen commitment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: machines at their typical price; networks have no price</source>
        <comment>exact value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: machines at their typical price, with the network between nodes</source>
        <comment>exact value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: machines at their typical price, with the networks that have a price; %n pools have none</source>
        <comment>exact value</comment>
        <translation>
            <numerusform>%1: machines at their typical price, with the networks that have a price; %n pool has none</numerusform>
            <numerusform>%1: machines at their typical price, with the networks that have a price; %n pools have none</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with network</source>
        <comment>price to buy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of a GPU of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own price of the pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of a GPU of %1 for an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a node of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Networks of %n pools have no price</source>
        <translation>
            <numerusform>The network of %n pool has no price</numerusform>
            <numerusform>Networks of %n pools have no price</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h to run</source>
        <comment>power and hosting of machines</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h: electricity and hosting while the machines work, without what they cost to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h: electricity while the machines work, without what they cost to buy; hosting has no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nobody stated it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Facility power over machine power (PUE)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A kWh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting of a kW for a month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the hours used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 W: highest power of the machines, without cooling; an estimate for those without a published figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A node&apos;s share of the switches of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CatalogueWords</name>
    <message numerus="yes">
        <source>%n more</source>
        <comment>types of hardware, behind the names of some</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message>
        <source>The current catalogue has other prices for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The current catalogue has other values for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The current catalogue no longer has %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The current catalogue names other sources for %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan keeps what it was saved with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved with another catalogue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved with the catalogue of %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ChangedFile</name>
    <message>
        <source>Save plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program saved “%1” at %2.</source>
        <comment>a file, a time</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan here does not have what was saved there. Reload shows it and keeps your changes in a recovery copy. Overwrite loses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan here does not have what was saved there. Reload shows it. Overwrite loses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keep both…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterDoubts</name>
    <message>
        <source>“%1” joins its GPUs at %2, faster than any link in the catalogue. Did you mean bits?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The link between “%1” and “%2” has %3, more than any network in the catalogue. Did you mean bits?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network of “%1” has %2 per node, more than any in the catalogue. Did you mean bits?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>⚠ %1 [%2]</source>
        <comment>a doubt and its code</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>And %n more.</source>
        <translation>
            <numerusform>And %n more.</numerusform>
            <numerusform>And %n more.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, far beyond anything known (%3 at most). Is that meant?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences of %1 tokens are longer than the %2 positions that the model states. Positions beyond count as extended, at no cost.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterScene</name>
    <message>
        <source>≈ %1</source>
        <comment>assumed value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2: %3 per node, assumed: the smaller of the nodes&apos; networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2: %3 per node of the slower side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Move %n objects</source>
        <translation>
            <numerusform>Move %n object</numerusform>
            <numerusform>Move %n objects</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>power of a rack</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>price of a rack</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Rack %1: %n GPU(s), %2, %3</source>
        <translation>
            <numerusform>Rack %1: %n GPU, %2, %3</numerusform>
            <numerusform>Rack %1: %n GPUs, %2, %3</numerusform>
        </translation>
    </message>
    <message>
        <source>; above the power limit of the rack</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterThumb</name>
    <message>
        <source>%1 %2</source>
        <comment>GPUs of a node and their type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ %1</source>
        <comment>further nodes</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ClusterView</name>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills the empty plan with a sample cluster and model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The catalogue does not know “%1” well enough for a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change node counts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No hardware yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag a node from Hardware, press Enter on one, or</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a pool “%1” already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept in this plan and shown as your own price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use catalogue price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gb/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All network cards of one node together, one direction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use catalogue value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link between %1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bandwidth:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per node of the slower side, one direction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of nodes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price override…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bandwidth…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>note: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n objects</source>
        <translation>
            <numerusform>Delete %n object</numerusform>
            <numerusform>Delete %n objects</numerusform>
        </translation>
    </message>
    <message>
        <source>Change note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change GPUs to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Excluded from the search, which may now leave other GPUs unused, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Included in the search again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select two tiles or more first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Include in search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exclude from search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate n times…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Centres</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Middles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bottom edges</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribute horizontally</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribute vertically</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New note…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, rack %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools that stand in one rack first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a rack, or pools that stand in one, first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a rack “%1” already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of rack %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power limit:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rack that draws more is marked; the search does not look at racks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of the rack…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group into a rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ungroup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools that this network joins first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools that stand in this rack first</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Set network of %n pools</source>
        <translation>
            <numerusform>Set network of %n pool</numerusform>
            <numerusform>Set network of %n pools</numerusform>
        </translation>
    </message>
    <message>
        <source>Select a tile of several nodes first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More than %1 tiles at once would hide the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Expand to %n tiles</source>
        <translation>
            <numerusform>Expand to %n tile</numerusform>
            <numerusform>Expand to %n tiles</numerusform>
        </translation>
    </message>
    <message>
        <source>Select tiles of identical nodes first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse identical nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand into single nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing on the canvas accepts this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — arrows choose, Enter drops, Esc puts back</source>
        <comment>what a drop does</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools whose strategies are wanted first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select one pool first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Properties of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Properties…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The power of this GPU type is not known, so it can&apos;t be limited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power limit of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each GPU at most:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rated for %1. Below that it runs at a lower clock: its matrix rate falls with the 0.4th power of the limit, which is assumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools on such a network first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU power limit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With its share of the node. Kept in this plan and shown as your own price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select pools, racks or notes first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The clipboard holds nothing that belongs on the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Cut %n objects</source>
        <translation>
            <numerusform>Cut %n object</numerusform>
            <numerusform>Cut %n objects</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of %3</source>
        <comment>an object and its place among those of the canvas</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offloaded optimizer state and activations have to fit there: each GPU has its share, and a tenth is left for the system.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pools of nodes and the links between them. Tab goes from one to the next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Remove %n links</source>
        <translation>
            <numerusform>Remove %n link</numerusform>
            <numerusform>Remove %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n objects</source>
        <translation>
            <numerusform>Deleted %n object</numerusform>
            <numerusform>Deleted %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n nodes</source>
        <translation>
            <numerusform>Deleted %n node</numerusform>
            <numerusform>Deleted %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pools</source>
        <translation>
            <numerusform>%n pool</numerusform>
            <numerusform>%n pools</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes of each pool:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set network of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is called “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name of a pool or a rack:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other GPU type…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bandwidth between them…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per GPU hour</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to buy a GPU</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of the network of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of the network:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a node</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A node&apos;s share of network cards, cables and switches, beyond the node&apos;s own price. It counts where GPUs are bought; without it networks have no price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set network price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No network price for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slots of rack %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes that fit:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rack that holds more is marked; the search does not look at racks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of the network…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slots of the rack…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price is above zero: nothing was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (rack)</source>
        <comment>a name that a pool has, too</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pay for single GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools that are paid by single GPUs first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider and region…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit of purchase…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a node…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenario without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit of purchase of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs paid for at once:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>What is rented or bought at once; GPUs of it that a strategy leaves idle are paid too. A node has %n GPUs. Less is a part of one, such as half a node or a tray, or 1 for single GPUs; more is several whole nodes, such as a rack.</source>
        <translation>
            <numerusform>What is rented or bought at once; GPUs of it that a strategy leaves idle are paid too. A node has %n GPU. Less is a part of one, such as half a node or a tray, or 1 for single GPUs; more is several whole nodes, such as a rack.</numerusform>
            <numerusform>What is rented or bought at once; GPUs of it that a strategy leaves idle are paid too. A node has %n GPUs. Less is a part of one, such as half a node or a tray, or 1 for single GPUs; more is several whole nodes, such as a rack.</numerusform>
        </translation>
    </message>
    <message>
        <source>Whole nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GPUs are no part of a node of %2 GPUs and no number of whole nodes that divides the %3 of this pool: nothing was changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select the pools to do without first; others have to remain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a node of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A node at full load:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No figure of this machine is known: what stands here is an estimate from its GPUs. The whole machine, without switches and cooling.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole machine, without switches and cooling.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use known value</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Price of a node of %n GPUs:</source>
        <translation>
            <numerusform>Price of a node of %n GPU:</numerusform>
            <numerusform>Price of a node of %n GPUs:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Price of %n GPUs, which are bought at once:</source>
        <translation>
            <numerusform>Price of a GPU, bought by itself:</numerusform>
            <numerusform>Price of %n GPUs, which are bought at once:</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 for each GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 an hour for a node of %n GPUs</source>
        <translation>
            <numerusform>%1 an hour for a node of %n GPU</numerusform>
            <numerusform>%1 an hour for a node of %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>A pool has one node, or unit of purchase, at least; Delete removes it</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 is had by %n nodes at once: %2 nodes are no whole number of that</source>
        <translation>
            <numerusform>%1 is had by %n node at once: %2 nodes are no whole number of that</numerusform>
            <numerusform>%1 is had by %n nodes at once: %2 nodes are no whole number of that</numerusform>
        </translation>
    </message>
    <message>
        <source>A rack: %1 nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Half a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A single GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Have %1 by the rack: %n nodes</source>
        <translation>
            <numerusform>Have %1 by the rack: %n node</numerusform>
            <numerusform>Have %1 by the rack: %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Load slow and failed GPUs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Condition</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slow…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Healthy again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare nodes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of a rack fail together…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of a switch fail together…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All healthy again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark slow GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark failed GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark GPUs of %1 healthy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GPU of the selection is slow or failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark all GPUs healthy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pool of one node has none to spare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes kept idle:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They are paid for and stand in for nodes that fail; no strategy uses them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set spare nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failure domain of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of a rack:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes behind a switch:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They fail together when the rack or switch does; spare nodes have to stand in for all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes fail one by one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set failure domain of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load slow and failed GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table marks nothing that is not marked already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark slow and failed GPUs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CommandSearch</name>
    <message>
        <source>Command search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter runs the chosen one. Escape closes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>command and where it stands</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 — %2 (%3)</source>
        <comment>command, where it stands, its keys</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CommandText</name>
    <message numerus="yes">
        <source>Move %n tiles</source>
        <translation>
            <numerusform>Move %n tile</numerusform>
            <numerusform>Move %n tiles</numerusform>
        </translation>
    </message>
    <message>
        <source>Add GPU type %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>GPU name and memory</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPUs of a node: count and type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Set %1 to %n nodes</source>
        <translation>
            <numerusform>Set %1 to %n node</numerusform>
            <numerusform>Set %1 to %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Replace GPUs: %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use catalogue price for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set network of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use catalogue network for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>nodes × node</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n pools</source>
        <translation>
            <numerusform>%n pool</numerusform>
            <numerusform>%n pools</numerusform>
        </translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Cut %n nodes</source>
        <translation>
            <numerusform>Cut %n node</numerusform>
            <numerusform>Cut %n nodes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n nodes</source>
        <translation>
            <numerusform>Delete %n node</numerusform>
            <numerusform>Delete %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>Rename %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set which GPUs may stay unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set link between %1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove link between %1 and %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n nodes of %2</source>
        <translation>
            <numerusform>%1: %n node of %2</numerusform>
            <numerusform>%1: %n nodes of %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n prices</source>
        <translation>
            <numerusform>Import %n price</numerusform>
            <numerusform>Import %n prices</numerusform>
        </translation>
    </message>
    <message>
        <source>Add note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change note</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete %n notes</source>
        <translation>
            <numerusform>Delete %n note</numerusform>
            <numerusform>Delete %n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n notes</source>
        <translation>
            <numerusform>Move %n note</numerusform>
            <numerusform>Move %n notes</numerusform>
        </translation>
    </message>
    <message>
        <source>Add my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove from the rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put into rack %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Dissolve %n racks</source>
        <translation>
            <numerusform>Dissolve %n rack</numerusform>
            <numerusform>Dissolve %n racks</numerusform>
        </translation>
    </message>
    <message>
        <source>Set power of rack %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set power limit of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No power limit for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No in-network reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Duplicate %n objects</source>
        <translation>
            <numerusform>Duplicate %n object</numerusform>
            <numerusform>Duplicate %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paste %n objects</source>
        <translation>
            <numerusform>Paste %n object</numerusform>
            <numerusform>Paste %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cut %n notes</source>
        <translation>
            <numerusform>Cut %n note</numerusform>
            <numerusform>Cut %n notes</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the published constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use constants of my runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set host memory of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use catalogue&apos;s host memory for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what was tried</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import hardware from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add node type %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>source and its date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the bandwidth of %1 as bits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These types stay as this plan has them: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These GPUs keep the prices of this plan: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set network price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No network price for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set slots of rack %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the published ones</source>
        <comment>constants</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pay for whole nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pay for single GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pay for whole nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use today&apos;s catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenario without %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set power of a node of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use known power of a node of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set provider and region of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Pay for %n GPUs of %1 at once</source>
        <translation>
            <numerusform>Pay for %n GPU of %1 at once</numerusform>
            <numerusform>Pay for %n GPUs of %1 at once</numerusform>
        </translation>
    </message>
    <message>
        <source>Open a launch script</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareBars</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The options compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2/h</source>
        <comment>number, sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>per cent</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareFlow</name>
    <message>
        <source>Export the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report has a section that compares the scenarios.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report does not compare the scenarios.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareLegend</name>
    <message>
        <source>limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CompareWindow</name>
    <message>
        <source>&amp;Differences only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenarios side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which scenarios stand here, at most four</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move from report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to &amp;report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models or batches differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model %1 · sequence %2 · batch %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n scenario(s) shown</source>
        <translation>
            <numerusform>%1 of %n scenario shown</numerusform>
            <numerusform>%1 of %n scenarios shown</numerusform>
        </translation>
    </message>
    <message>
        <source>These scenarios do not differ.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This plan has one scenario. Duplicate it, change the copy, and both stand here side by side.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>D&amp;uplicate the scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what is done, with which scenario</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>better than the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worse than the baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the &amp;bars as a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no bars: nothing was found yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the bars</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xport the bars…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save as a step of the presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>a quantity, a scenario, its value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2, change: %3</source>
        <comment>a quantity, a scenario</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stale: the scenario has changed since this was computed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <comment>between letters of scenarios</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not synthesised yet for %1</source>
        <comment>letters</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale for %1</source>
        <comment>letters</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being synthesised for %1</source>
        <comment>letters</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distributed programs: %1.</source>
        <comment>what is missing</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ynthesise them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synthesise the distributed programs that are missing or stale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the synthesis of distributed programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Comparison</name>
    <message>
        <source>hardware or prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own types</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale: changed %1</source>
        <comment>hardware or prices, job</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>$212/h</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>$1.5 M/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deadline %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>no limits</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 %3</source>
        <comment>44.9 % · 91 % H100</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence · batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>tokens and sequences</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time for the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU · memory, % of limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost per hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds, one axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB, one axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not searched yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no strategy fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purchase and running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory per GPU, fullest stage of each type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Money per hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>memory of its limit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The options compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n scenario(s) of this plan, each with its best strategy.</source>
        <translation>
            <numerusform>%n scenario of this plan, with its best strategy.</numerusform>
            <numerusform>%n scenarios of this plan, each with its best strategy.</numerusform>
        </translation>
    </message>
    <message>
        <source>The baseline is not among them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes are to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The result of %1 is stale: its inputs changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where time, memory and money of each option go, on one axis each.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The options side by side.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a change in its unit and as a share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exactly all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1 in all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1 of %2</source>
        <comment>GPUs, pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as many as the search finds best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 (own price)</source>
        <comment>pool, price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>pool, price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2 %3</source>
        <comment>pool, pool, bandwidth</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>no settings</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (another file)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision · optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Links between pools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs to use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost basis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Service life</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed and allowed settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>no rules</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a value and its change</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines and priced networks to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per hour, one axis</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 a node</source>
        <comment>pool, price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a kW and month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of the networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distributed program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per step of the distributed program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory per GPU of the distributed program, fullest of each type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work of the distributed program on one GPU of each type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another graph: not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>pipeline of %n stage(s), each a program</source>
        <translation>
            <numerusform>pipeline of %n stage, each a program</numerusform>
            <numerusform>pipeline of %n stages, each a program</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one program of %n GPU(s)</source>
        <translation>
            <numerusform>one program of %n GPU</numerusform>
            <numerusform>one program of %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>stopped early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not ranked: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: all GPUs are equally fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped before one was found that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none fits: %1 lacks %2 of memory</source>
        <comment>device, size</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: no program keeps the limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not synthesised yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>synthesising…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 × %3</source>
        <comment>pool, devices, share of each</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stages %1 to %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>a collective, how often, of how many bytes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <comment>no collectives</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>proven</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>proven, %1 by rounding</source>
        <comment>0.4 %</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of these stages</source>
        <comment>gap 5.2 %</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 on %3, %4</source>
        <comment>memory, limit, GPU, share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 points</source>
        <comment>of per cent</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Graph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 × %3 tokens · %4</source>
        <comment>model, sequences, their length, precision</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>another graph than that of %1: their numbers are not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proof</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares of the devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak of memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives by kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of the work, one axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The distributed program of %1 is stale: its inputs changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Energy of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>purchase %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>$150 k a month</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ownership %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place by the goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chance to be the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carbon of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a GPU and hour</source>
        <comment>price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a node</source>
        <comment>price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ %1</source>
        <comment>an estimate</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployments: %1.</source>
        <comment>what is missing</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <comment>between letters of scenarios</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not planned yet for %1</source>
        <comment>letters</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stale for %1</source>
        <comment>letters</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being planned for %1</source>
        <comment>letters</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Plan them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan the deployments that are missing or stale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the planning of deployments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The deployment of %1 is stale: its inputs changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no deployment keeps the promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as many as the traffic needs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::CostWords</name>
    <message>
        <source>rent</source>
        <comment>cost basis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buy</source>
        <comment>cost basis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>already owned</source>
        <comment>cost basis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on demand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved for 1 year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved for 3 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Networks between nodes have no price: no total includes them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network between nodes has no price for %1: no total includes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of pools</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting has no price: no total includes it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to buy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DateField</name>
    <message>
        <source>YYYY-MM-DD</source>
        <comment>form of a day</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no day: write it as 2027-03-31.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Until then: %2.</source>
        <comment>why a text is refused, and the day that holds meanwhile</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DayBars</name>
    <message>
        <source>Traffic over the day, by hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rate of each hour over the stated one. Drag a bar, or choose an hour with Left and Right and change it with Up and Down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1:00, %2 times the stated rate</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DayProfile</name>
    <message>
        <source>Traffic over the day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines are sized for the busiest hour; a day&apos;s cost is that of its mean. The shapes that can be chosen are assumed, with the stated rate as their mean.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same all day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>busiest at %1:00 (assumed)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 factors of one&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factors of the 24 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>24 factors of the stated rate, from midnight on, with spaces between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no factor from 0 to 1000.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These are %1 factors; a day has 24 hours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One hour at least has to have requests.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DecisionWords</name>
    <message>
        <source>none asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>all %n hold</source>
        <translation>
            <numerusform>it holds</numerusform>
            <numerusform>all %n hold</numerusform>
        </translation>
    </message>
    <message>
        <source>breaks a limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, within the error of the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the nearest limit, of which %1 is taken (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a price of its machines that is %1 higher, at which %2 wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a limit that only %1 keeps</source>
        <comment>name of the next option</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a job that takes %1 longer on it, at which %2 wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a cost that is %1 higher, at which %2 wins</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>option, the limit it breaks</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within the error of the prediction, and so as good: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A limit is broken by %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>At least %n layouts of %1 lie within the error of its best.</source>
        <translation>
            <numerusform>At least %n layout of %1 lies within the error of its best.</numerusform>
            <numerusform>At least %n layouts of %1 lie within the error of its best.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layouts of %1 lie within the error of its best.</source>
        <translation>
            <numerusform>%n layout of %1 lies within the error of its best.</numerusform>
            <numerusform>%n layouts of %1 lie within the error of its best.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>option, its chance</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chance to be the best: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 drawings from the 80 % bands, seed %2: predictions for one type of GPU and one software err together, others independently.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No option keeps every limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, done in %2</source>
        <comment>which option to take, how long the job takes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>which option to take, its figures</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; what would change that: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, or </source>
        <comment>between what would change a choice</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentModel</name>
    <message>
        <source>TTFT %1, 99 %: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TPOT %1, 99 %: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>end to end %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#</source>
        <comment>rank</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas and their layout: tensor (TP), pipeline (PP), expert (EP) and attention data parallelism (ADP)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentRanking</name>
    <message>
        <source>Not planned yet. Run plans the deployments that keep the promises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for deployments that keep the promises…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before a deployment was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One copy of the model is laid over all machines here: see its own page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job of this scenario serves no model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No deployment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No deployment keeps the promises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranking of deployments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployments, the best first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentReasons</name>
    <message>
        <source>It costs the least of all deployments that keep the promises: %1 per million output tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It takes the fewest GPUs of all deployments that keep the promises: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It has the most output tokens a second from each GPU of all deployments that keep the promises: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of %1 deployments %2 were predicted, %3 were cut by bounds, %4 do not fit into memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was stopped: there may be better ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So nothing better exists within these predictions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What limits it is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of an iteration that decodes %1 go to %2.</source>
        <comment>share, part</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It serves %1 requests/s at the peak and could serve %2 within the promises, %3 more.</source>
        <comment>traffic, capacity, share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the %2 GPUs that are paid for serve; machines come in whole units.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dearer a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 fewer tokens/s of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next comes %1, which is as good in that and behind in what decides ties.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next comes %1: %2.</source>
        <comment>deployment, how much worse</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 of %3</source>
        <comment>which time, what is reached, what is promised</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>further tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four of five comparable runs lie within: first token %1, further tokens %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The traffic may grow by %1 before a promise breaks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One failed worker stops it all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps its promises also with one worker failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With one worker failed it serves about %1 of the traffic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures are computed from measured kernels and engines, not measured on these machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promised to %1 of the requests: %2.</source>
        <comment>share, times</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It breaks a limit: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not fit: weights and one request need %1 more on a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It serves %1 requests/s within the promises, which is less than the traffic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot serve the traffic.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It misses a promise at this traffic: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price is not known, so that both cannot be compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps the promises and is as good as the first in what is looked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps the promises, with %1 than the first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DeploymentWhyPage</name>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any other:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why not…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures that differ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frontier: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one that the boxes say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DescribeDialog</name>
    <message>
        <source>Describe a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixture of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gated, three matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plain, two matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The output matrix is the input embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Still to be entered: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <comment>between fields</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value is not possible; its field says why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters, %2 active per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A decoder by its numbers: a dense or MoE transformer, or layers of several kinds. An empty field uses the assumption that it shows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of several kinds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>layers, what of them is not entered</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layer mixes tokens, channels or both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value is not possible; the layers in red say why.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; %2 layers</source>
        <comment>parameters, number of layers</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DropText</name>
    <message>
        <source>Drop one file at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only files of this computer can be dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price list cannot be placed on the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open plan %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add node to %1: × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replace GPUs: %1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to drop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The catalogue does not know “%1” well enough for a plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware can&apos;t be dropped on a link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add node %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Paste %n pools</source>
        <translation>
            <numerusform>Paste %n pool</numerusform>
            <numerusform>Paste %n pools</numerusform>
        </translation>
    </message>
    <message>
        <source>Only hardware, a model file or a plan can be dropped here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above the power limit of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add node %1 to rack %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A network connects nodes: drop it on a pool or on a link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link between %1 and %2: %3 → %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rack holds pools: drop it on one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stands in rack %2 already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the power limit of rack %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack of %1 for %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack for %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of %1: %2 → %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Paste %n objects</source>
        <translation>
            <numerusform>Paste %n object</numerusform>
            <numerusform>Paste %n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n nodes to %1: × %2</source>
        <comment>as many as are had at once</comment>
        <translation>
            <numerusform>Add %n node to %1: × %2</numerusform>
            <numerusform>Add %n nodes to %1: × %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add a rack of %n nodes, each %1</source>
        <translation>
            <numerusform>Add a rack of %n node, each %1</numerusform>
            <numerusform>Add a rack of %n nodes, each %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::DuplicateDialog</name>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copies:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In a &amp;row:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Distance, grid steps:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Names:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source># stands for the number: %1 … %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ExchangeGantt</name>
    <message>
        <source>Schedule of the all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>pairs of ranks</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>rank to rank</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slot %1 of %2, %3 from %4: %5</source>
        <comment>number, count, duration, begin, pairs of ranks</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ExchangeView</name>
    <message>
        <source>Dispatch of %1 tokens a rank at %2: at least %3.</source>
        <comment>tokens, rate, duration</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The schedule takes %1 (%2 above).</source>
        <comment>duration, percent</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slots are shown up to %1 ranks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the order of ranks it would be %1 (%2 above).</source>
        <comment>duration, percent</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The fullest rank has %1 times the mean load; no placement of these experts is below %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed: experts are equally loaded, as the job says nothing of their loads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n copies)</source>
        <comment>number of an expert</comment>
        <translation>
            <numerusform>%1 (%n copy)</numerusform>
            <numerusform>%1 (%n copies)</numerusform>
        </translation>
    </message>
    <message>
        <source>All-to-all of the experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts of each rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number in a block is the rank that receives.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No all-to-all: the model has no experts, one rank holds them all, or attention is not data parallel.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule of the all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Exports</name>
    <message>
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled: %1 is as it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save elsewhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vector drawing (*.svg);;PDF (*.pdf);;Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FaceText</name>
    <message>
        <source>%1 each way, own figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>form · link</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 each way</source>
        <comment>link and its bandwidth</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1 – S%2</source>
        <comment>first and last stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>GPUs of a node: count and type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in the catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>× %1</source>
        <comment>number of nodes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory +%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>pool %1, %n nodes of %2 %3, %4</source>
        <translation>
            <numerusform>pool %1, %n node of %2 %3, %4</numerusform>
            <numerusform>pool %1, %n nodes of %2 %3, %4</numerusform>
        </translation>
    </message>
    <message>
        <source>, network unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1: %n nodes of %2</source>
        <translation>
            <numerusform>%1: %n node of %2</numerusform>
            <numerusform>%1: %n nodes of %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Network of a node: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node: not known. Double-click to enter it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of a GPU: %1/h, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs per node: assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, excluded from the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 each</source>
        <comment>share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 of the program each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, in-network reduction (SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, GPUs held at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In-network reduction (SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs held at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purchase of a node: %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its links to other pools are drawn while it is selected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to buy a node</source>
        <comment>spoken sum</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per GPU hour</source>
        <comment>spoken sum</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node, to buy: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node, to buy: no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · stale</source>
        <comment>share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, stale: the program is older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share stale: the program is older than the plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, serves with %1</source>
        <comment>replicas and roles</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1</source>
        <comment>condition of GPUs and nodes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Condition: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>slow or failed</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FigureCard</name>
    <message>
        <source>How it is calculated: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the &amp;breakdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FigureExplainer</name>
    <message>
        <source>Stale: the inputs have changed since this was computed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FigureLabel</name>
    <message>
        <source>Press Return to see how it is calculated</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FileOpening</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models, prices and hardware (*.json *.safetensors *.onnx *.sh *.args *.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware or a cluster (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported types and prices from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported %1 as a scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Imported the cluster of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a launch script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch scripts and configurations (*.sh *.args *.txt *.toml *.yaml *.yml *.json *.py)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened %1 as my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to load the model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to import prices from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to import hardware from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to open %1 as my layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to open the plan %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FileTrouble</name>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: %1 is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: the folder of %1 does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: the disk of %1 is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: the disk is full (needs %1, %2 free).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your work is kept in the recovery copy. What was there before is unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was there before is unchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not written: it is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not written: its folder does not exist.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not written: its disk is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not written: the disk is full (needs %2, %3 free).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was there before is unchanged. The plan is as it was.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FirstHints</name>
    <message>
        <source>Hardware comes first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is your cluster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag a node from Hardware onto the cluster, or press Enter on one; the search starts again by itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The goal.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say what counts as best, and what it may cost, draw and take.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run bar.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It shows how far the search is and how much better any other strategy could still be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every row is a strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select one to see its timeline and what fills its memory; Why explains what keeps it from being first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Foresight</name>
    <message>
        <source>no strategy fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens at best</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs at least</source>
        <translation>
            <numerusform>%n GPU at least</numerusform>
            <numerusform>%n GPUs at least</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s at best</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::FrontierPlot</name>
    <message>
        <source>Tokens per second of a user and of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of a user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of a GPU at the left, %1 at the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <comment>legend; sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>promised: %1 a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frontier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 tok/s a user, %3 tok/s a GPU, %4, TTFT %5, TPOT %6</source>
        <comment>layout, rates, money, times</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GlossaryDialog</name>
    <message>
        <source>Glossary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Term or word…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search the glossary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning of the term</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See also</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalChoice</name>
    <message>
        <source>Fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest throughput with every GPU of this cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixed GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best split of unequal GPUs; some may stay unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest cost per trillion tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewest GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The smallest cluster that fits: fewest GPUs, then the highest throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every strategy that no other beats in both speed and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest by deadline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cheapest GPUs of this cluster that finish within the deadline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most output tokens per second of a GPU within the promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest cost per million output tokens within the promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fewest nodes that serve the traffic within the promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every deployment that no other beats in tokens per second of a user and of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most tokens/s a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cheapest tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users and GPUs</source>
        <comment>goal: tokens/s of a user against tokens/s of a GPU</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalDates</name>
    <message>
        <source>Start on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first day of work: from it the day is counted on which the job ends.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last day on which the job may work, failures and restarts included; beside “Done within” the earlier holds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is after %2, the day on which the job has to be done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is before %2, the first day of work.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>day to be done by</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no start</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no day to be done by</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalPanel</name>
    <message>
        <source>Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost basis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Commitment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On demand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved 1 year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved 3 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 strategies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit for %1</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost per hour</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost per trillion tokens</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deadline</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power limit</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory headroom</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequence length</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>global batch</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens to train</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost basis</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>commitment</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit of the global batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch counted in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 [%2]</source>
        <comment>message and its code</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n GPUs</source>
        <translation>
            <numerusform>Ask for %n GPU</numerusform>
            <numerusform>Ask for %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n sequences</source>
        <translation>
            <numerusform>%n sequence</numerusform>
            <numerusform>%n sequences</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow unused GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy: the allowed settings leave none.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow every setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every setting allowed</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent: price per hour. Buy: price over the service life, and power. Own: power alone. Power: what GPUs and nodes draw × PUE × price per kWh; space and staff are not counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the default for %1</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ Cost basis and commitment are assumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ The cost basis is assumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ The commitment is assumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at most</source>
        <comment>$/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <comment>$/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = %2 × 10¹² ÷ (%3 × 3600) = %4</source>
        <comment>$/1T tokens, with numbers</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the job costs, failures and restarts included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purchase at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>purchase limit</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ownership at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>limit on ownership</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machines over the years of service: purchase less what is left of it, electricity and hosting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What an hour of work costs on the machines that are paid for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Month at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost per month</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a month of 730.5 hours costs on the machines that are paid for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What 10¹² tokens cost, failures and restarts included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How long the job takes, failures and restarts included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the machines that are paid for draw at the wall, with switches and cooling.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d</source>
        <comment>days</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weeks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>w</source>
        <comment>weeks</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit of the time within which it is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share of each GPU&apos;s memory that a plan leaves free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <comment>training runtime</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Software</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>software</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The price of all machines that are bought, in whole units, with their network. It does not bind machines that are rented or owned already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training runtime that the job runs on. What it does by default is assumed where the job does not say it, and only layouts that it can start are searched. With any, all are: which runtimes run one stands beside it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, or any where it cannot be</source>
        <comment>training runtime</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per million tokens = cost per hour × 10⁶ ÷ (output tokens per second × 3600)</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GoalText</name>
    <message>
        <source>Not whole sequences of %1 tokens. Use %2 or %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t power the %n GPUs asked for: together they draw %2.</source>
        <translation>
            <numerusform>%1 can&apos;t power the GPU asked for: it draws %2.</numerusform>
            <numerusform>%1 can&apos;t power the %n GPUs asked for: together they draw %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t pay for the %n GPUs asked for: together they cost %2.</source>
        <translation>
            <numerusform>%1 can&apos;t pay for the GPU asked for: it costs %2.</numerusform>
            <numerusform>%1 can&apos;t pay for the %n GPUs asked for: together they cost %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 can&apos;t power a single GPU: the least that one draws is %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 can&apos;t pay for a single GPU: the cheapest costs %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 is too short: even %n GPUs at their peak rate take %2.</source>
        <translation>
            <numerusform>%1 is too short: even at its peak rate the GPU takes %2.</numerusform>
            <numerusform>%1 is too short: even %n GPUs at their peak rate take %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is too little: even GPUs at their peak rate cost %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 can&apos;t power GPUs that finish within %2: even at their peak rate they draw at least %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 can&apos;t pay for GPUs that finish within %2: even at their peak rate they cost at least %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The degrees asked for (%1) take at least %n GPUs: %2 may be used.</source>
        <translation>
            <numerusform>The degrees asked for (%1) take at least %n GPU: %2 may be used.</numerusform>
            <numerusform>The degrees asked for (%1) take at least %n GPUs: %2 may be used.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t power a unit of %n GPUs: the least that one draws is %2.</source>
        <translation>
            <numerusform>%1 can&apos;t power a GPU: the least that one draws is %2.</numerusform>
            <numerusform>%1 can&apos;t power a unit of %n GPUs: the least that one draws is %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can&apos;t pay for a unit of %n GPUs: the cheapest costs %2.</source>
        <translation>
            <numerusform>%1 can&apos;t pay for a GPU: the cheapest costs %2.</numerusform>
            <numerusform>%1 can&apos;t pay for a unit of %n GPUs: the cheapest costs %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GpuShelf</name>
    <message>
        <source>Search hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, memory, link…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New GPU type…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches “%1”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a GPU or a node first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit a copy of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add several…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit copy…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import prices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to import prices from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prices in force, and yours from a table (CSV), which can be dropped here, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what was done, whom it reaches</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show only what one provider sells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All providers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of racks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Racks:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GpuTypeDialog</name>
    <message>
        <source>New GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vendor:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory bandwidth:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bf16, dense:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fp8, dense:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link to peers, one direction:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs joined by the link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs joined by it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host link, one direction:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>enter a value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a name with letters or digits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The catalogue has a type “%1” already; choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory must be above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory bandwidth must be above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The bf16 rate must be above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The host link must be above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say where the figures come from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <comment>name of a copy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price to buy one:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of one:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::GroupsPage</name>
    <message>
        <source>Program on groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of each pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not planned yet. Run cuts mixed GPUs into groups of equal ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the fastest program on groups…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before a program was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All GPUs work at one speed: groups of them would all do the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layout of the pools fits their memory: add GPUs, or larger ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A step takes %1: %2 of work and %3 of gradients, weights and optimizer behind it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program on groups takes less than %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors are split inside the groups alone; between them the batch is, by speed, and gradients are summed once a step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the optimizer&apos;s state lie on GPUs that have room.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A limit of the job is not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences of a group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work ends at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export groups as text…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export groups as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Hints</name>
    <message>
        <source>Close the hints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>hint 1 of 4</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::JobDetailsDialog</name>
    <message>
        <source>“%1” is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All limits of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All pools together, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a whole number up to %1, the number of GPUs there are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What an hour costs when GPUs are bought or owned.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Service life, years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Residual value, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation (hours in use), %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PUE (facility power ÷ IT power)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Charge for GPUs that a strategy leaves idle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost of idle GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reliability</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failures and checkpoints of a long run. Empty values are assumed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU failures per hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart time, seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint storage bandwidth, GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint interval, seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the best interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no ramp-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Initial batch (ramp-up)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch increment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ramp-up length, sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numerics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the arithmetic is done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gradient precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fused attention (FlashAttention)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flash attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>expert load imbalance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert load imbalance (fullest ÷ mean rank)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the assumed value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values that a strategy may have: a list such as 1 2 4 8, or a range such as 1-8. Empty: all of them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>setting and value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exactly: a strategy uses every GPU on the canvas; the number is changed there. At most: it may leave GPUs unused in every pool, and uses no more than is entered here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exactly the GPUs of the canvas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most this many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>they do not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power, %1 per kWh</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting, %1 per kW and month</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space, cooling and staff, by the power of the machines. Empty: hosting has no price and none is counted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discount rate a year, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Years that a hall is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted in the cost of ownership.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hall of one&apos;s own, %1 per kW</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To build it, for a kW of machines and switches, for the years that the machines fill.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage bought with the machines, %1</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Support a year, % of the purchase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Staff a year, %1</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>place, id of a cloud region</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Average emissions of the grid over a year. %1, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Electricity of the grid of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Carbon of a kWh, g of CO₂ equivalent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is trained of a model that is trained already, and on which samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method of fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none: all weights, from the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all weights (SFT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rank of the adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be a whole number from 1 to %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products with adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frozen parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be a number of tokens, 1 or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as long as the sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample length, mean (tokens)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample length, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample length, 90th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample length, longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pack samples into full sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference model of a preference loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a frozen copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>computed before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model without adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference model (DPO)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>method of fine-tuning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time to repair, hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a node is replaced at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of failures that need a repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of repairs of a whole failure domain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goodput that spare nodes should hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not asked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LayerList</name>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add &amp;layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds layers like the chosen ones behind them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add &amp;pattern</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds a pattern behind the chosen one: layers that follow each other, several times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removes the chosen layers or the chosen pattern.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves what is chosen one place up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves what is chosen one place down.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers in a row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens are mixed by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels are mixed by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Once:</source>
        <comment>a pattern of layers</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 times:</source>
        <comment>a pattern of layers</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LayoutEditor</name>
    <message>
        <source>My layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a strategy, paste launch arguments of Megatron-LM, or edit the stages below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tp=8 pp=4 dp=2 mbs=1 recompute=selective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s, step %2 (80 % band %3 to %4), memory %5 of the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool of stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallelism of stage %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LengthsField</name>
    <message>
        <source>Fixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Percentiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: how they are told</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, tokens</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at least</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at most</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, median</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, 90th percentile</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, 99th percentile</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: which published trace</source>
        <comment>lengths of prompts</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>90th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>99th percentile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>trace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The least is more than the most.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each percentile must be at least the one before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a trace of requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traces (*.csv);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean %1, median %2, 99 % below %3 tokens; from %4</source>
        <comment>lengths of a trace and its source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Azure 2023, code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Azure 2023, chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mooncake, chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mooncake, synthetic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>arXiv, summaries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ShareGPT, sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ServeGen, large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ServeGen, medium</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ServeGen, small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ServeGen, DeepSeek-R1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LoadPlots</name>
    <message>
        <source>Figures against requests per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTFT, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TPOT, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch, sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV use, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2 requests/s: %3</source>
        <comment>quantity, load, value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>promised %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>traffic</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LogView</name>
    <message numerus="yes">
        <source>  %1 configurations, %n thread(s)</source>
        <translation>
            <numerusform>  %1 configurations, %n thread</numerusform>
            <numerusform>  %1 configurations, %n threads</numerusform>
        </translation>
    </message>
    <message>
        <source>Log of the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was searched yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1  Search %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  model %1, sequence length %2, global batch %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  evaluated %1; pruned by a rule %2, by a limit %3, by memory %4, by the bound %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  %1  step %2, %3 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per GPU hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>owned, %1 a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, utilisation %2, %3 per kWh, PUE %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, service life %1 years, residual value %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at most %2</source>
        <comment>limit and value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  goal %1, seed %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  %1 tokens, precision %2, optimizer %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  pool %1: %2 nodes of %3 %4, at most %5 used; %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  cost basis %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  no limits but memory, headroom %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  limits: %1; memory headroom %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  allowed %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  with your own rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  %1  %2, step %3</source>
        <comment>when, figure of the goal, step</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 for its share of the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, network without a price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, hosting %1 a kW and month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, hosting without a price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  model %1, task %2: %3</source>
        <comment>name, task, what is asked as JSON</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planned after %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::LyingBars</name>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>row, part, value</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MarkDialog</name>
    <message>
        <source>Slow GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node, from 0 to %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU of the node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its kernels take:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its links take:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As many times as long as usual, from 1 to %1. Of a whole node, its links are its network.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is paid for, but no strategy uses it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MarkText</name>
    <message>
        <source>Node %1, GPU %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>links %1 × slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × slower, links %2 ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n slow</source>
        <comment>GPUs or nodes</comment>
        <translation>
            <numerusform>%n slow</numerusform>
            <numerusform>%n slow</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <comment>GPUs or nodes</comment>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n spare</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>%n spare</numerusform>
            <numerusform>%n spare</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>racks of %n</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>racks of %n</numerusform>
            <numerusform>racks of %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>switches of %n</source>
        <comment>nodes</comment>
        <translation>
            <numerusform>switches of %n</numerusform>
            <numerusform>switches of %n</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a GPU or node, its condition</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MendedWords</name>
    <message>
        <source>“%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <comment>names, behind some of them</comment>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has names with line breaks or other control characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They were read as spaces: %1. The file stays as it is until the plan is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 counts single GPUs, as plans did before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines are rented and bought whole: set the unit of %1 to a node to pay for whole ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 names no training runtime, as plans did before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It goes on asking for any, the whole space. New plans are asked of %1 where they name none: choose it under Software to see only what it starts.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::MiniMap</name>
    <message>
        <source>Mini-map of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag the frame to move what the canvas shows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ModelPanel</name>
    <message>
        <source>%1: read from “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: derived, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: assumed, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>two values on one line</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers · hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads · KV heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FFN · vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts · active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model. Drop a config.json here, or</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ config.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters, %2 active per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 active</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not tied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter value…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Describe it by hand…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>described by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ Megatron arguments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ ONNX</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the command that shards it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.json *.safetensors *.onnx *.sh *.args *.txt *.yaml *.yml);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: read from “%2”, line %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Family</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the folder of a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Family: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: stated, typed in as the file has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This plan refers to “%1” and does not hold it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of it was read. Read it if you trust where the plan is from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It was read and counted: %1 parameters, %2 active per token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part “%1”: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s): %1.</source>
        <translation>
            <numerusform>%n layer: %1.</numerusform>
            <numerusform>%n layers: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of kind “%2”</source>
        <comment>a number of layers, the name of their kind</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is counted with the default of its class, and planned only with a value of its own: enter the value, or add it to the file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s), all alike.</source>
        <translation>
            <numerusform>%n layer, all alike.</numerusform>
            <numerusform>%n layers, all alike.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::NodeTypeDialog</name>
    <message>
        <source>Edit a copy of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <comment>name of a copy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of a node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gb/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent on demand:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price to buy:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a name with letters or digits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The catalogue has a type “%1” already; choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say where the figures come from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::NumberBox</name>
    <message>
        <source>Must be from %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a field, what is wrong</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::NumberField</name>
    <message>
        <source>“%1” is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be a whole number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be at least %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Must be at most %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed: no file and no person stated this value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <comment>name of a field</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the default (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Until then: %2.</source>
        <comment>why a text is refused, and the value that holds meanwhile</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weeks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OutlineModel</name>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network, Gb/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>link between two pools</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A pool needs a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a pool “%1” already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no number of nodes: enter a whole number from 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a number above zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Rack of %n pools</source>
        <translation>
            <numerusform>Rack of %n pool</numerusform>
            <numerusform>Rack of %n pools</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what a rack holds, what it is fed with</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rack needs a name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a rack “%1” already</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n other links</source>
        <translation>
            <numerusform>%n other link</numerusform>
            <numerusform>%n other links</numerusform>
        </translation>
    </message>
    <message>
        <source>Links drawn while their pools are selected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power limit of the rack in kW; empty: no limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of nodes that fit into the rack; empty: not stated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, pool %2 of %3</source>
        <comment>a pool in words</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, rack %2, pool %3 of %4</source>
        <comment>a pool in words</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link %1 – %2: %3, link %4 of %5</source>
        <comment>a link in words</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note: %1, note %2 of %3</source>
        <comment>a note in words</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a branch, how many rows</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a column and what stands in it</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack %1: %2</source>
        <comment>name, which limit it passes</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no number of slots: enter a whole number from 1, or nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/GPU·h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/node</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>“%1” is no whole number of units: %n nodes are had at once</source>
        <translation>
            <numerusform>“%1” is no whole number of units: %n node is had at once</numerusform>
            <numerusform>“%1” is no whole number of units: %n nodes are had at once</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>type of node, condition of its GPUs</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OutlinePanel</name>
    <message>
        <source>Outline of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Racks with their pools, pools, networks and notes. Left and Right go from cell to cell and open or close a row, F2 edits a cell, Delete removes rows.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OwnershipDialog</name>
    <message>
        <source>Rent or buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of renting and of buying by months of use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of ownership, term by term</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;State costs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Years, discount rate, hosting or a hall, storage, support and staff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for a strategy first: it says which machines are paid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machines are owned already: there is nothing to rent or to buy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No price to buy is known for these machines. Add a quote, or a price of the pool.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rent is known for these machines or their GPUs. Add a quote to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Term</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>months of use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paid until then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After %1 months: renting %2, buying %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 months</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::OwnershipWords</name>
    <message>
        <source>%1 at %2 a kW, %3 of %4 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2 a kW and month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at the wall, %2 of the hours, %3 a kWh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the purchase a year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the purchase after %2 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hall of one&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hosting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Energy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Support</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Staff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left at the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over %1 years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>over %1 years, in money of today at %2 a year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of ownership</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hosting or a hall of one&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>support</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>staff</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not counted, as nobody states it: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, </source>
        <comment>between terms of ownership</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job uses %1 of the hours in use over these years: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Buying is cheaper after %n months of use.</source>
        <translation>
            <numerusform>Buying is cheaper after %n month of use.</numerusform>
            <numerusform>Buying is cheaper after %n months of use.</numerusform>
        </translation>
    </message>
    <message>
        <source>Buying is cheaper only by what the machines are worth after %1 years.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Renting stays cheaper over all %1 years.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody rents these machines: compared with the least rent of their GPUs, %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a hall of one&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the discount rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted here, and not in the cost of the job, which has write-off, electricity and hosting: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owning the machines for %1 years costs %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 months</source>
        <comment>of use</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PanelLayout</name>
    <message>
        <source>This window began without the saved layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last start ended before its window was shown, so panels and window stand as at first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Panels</name>
    <message>
        <source>Hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preset…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All limits of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ParetoView</name>
    <message>
        <source>No price for the GPUs used. Enter one, or choose another axis.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frontier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategies by speed and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategies by speed and cost, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>showing %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 without a price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not ranked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing beats it on both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 less %2&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band of the step: %1 shorter to %2 longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band of the step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline %1: %2 %3, %4 %5</source>
        <comment>scenario, value, axis, value, axis</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>baseline %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Baseline %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frontier of those evaluated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>showing %1 of %2 kept, of %3 evaluated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no strategy evaluated beats it on both</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PartsPanel</name>
    <message>
        <source>Parts of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>send, receive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting (bubble)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle share by stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlacementPage</name>
    <message>
        <source>Layers over machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of the layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers of each machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines and links that limit the flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Routing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where requests go from each machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shorter chains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layouts with shorter chains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not planned yet. Run lays the layers over the machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for the layout through which most tokens flow…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before a layout was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas serve this job. One copy over all machines is asked for by its placement, “layers”.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job of this scenario serves no model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The machines do not hold the model: add machines, or larger ones.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s flow, prompts and answers together; no layout exceeds %2 (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>proven best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The slowest way of a token takes %1 over %2 machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A promise or limit is not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What limits the flow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slowest way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines on it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlanActions</name>
    <message>
        <source>Undone: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded model %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlanDocument</name>
    <message>
        <source>Untitled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlanFiles</name>
    <message>
        <source>Astrolabe plans (*.astrolabe)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is new: it will be written at the first save.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They would be lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>since %1</source>
        <comment>a time</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: %1 is open in another window (since %2).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save it elsewhere, or close the other plan first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can be changed here, but has to be saved under another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the current one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1 again: it had been moved or removed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No copy of your changes could be written in %1. Save them elsewhere first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>OK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pay for whole nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep single GPUs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PlotPage</name>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> pt</source>
        <comment>typographic points</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text &amp;size:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;hints at the next start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Numbers and dates:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;At start:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The start page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Those of the system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Those of the language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A currency has a code of three letters, such as EUR.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter what one dollar is worth in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a number above zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the day of that rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is not a day such as 2026-11-20.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The day of the rate is still to come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 USD in %1:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 USD in it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Money stays in %2.</source>
        <comment>what is missing, currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;money in:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fields and figures; plans, files and the command line keep US dollars. The rate is what you enter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Day of that rate:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date, such as 2026-11-20</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Plots and tiles:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Also those of figures and reports. Greys and patterns stay apart on a printer without colours.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Greys and patterns, for print</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The rate is older than %n days.</source>
        <translation>
            <numerusform>The rate is older than %n day.</numerusform>
            <numerusform>The rate is older than %n days.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PreferencesFlow</name>
    <message>
        <source>Preferences are not kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: what is chosen now holds until Astrolabe ends. Plans are saved as ever.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Presentation</name>
    <message>
        <source>Presentation of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what was tried?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue presenting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, page %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what if: not the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n GPU(s)</source>
        <translation>
            <numerusform>%1 on %n GPU</numerusform>
            <numerusform>%1 on %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best of %1 strategies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for %1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the FLOP/s of the GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step takes %1; four of five such runs take %2 to %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Money is hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step is computed, not measured: 80 % band %1 to %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With failures %1 of the hours make progress: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices and hardware: catalogue of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n more value(s) are assumed; the report lists all.</source>
        <translation>
            <numerusform>%n more value is assumed; the report lists all.</numerusform>
            <numerusform>%n more values are assumed; the report lists all.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Winner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Risks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of the GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 PFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second, beside the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep as a scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n options for %1</source>
        <translation>
            <numerusform>%n option for %1</numerusform>
            <numerusform>%n options for %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>→ ← · Space · PgDn PgUp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>next page, page before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Home End · number and Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first, last, that page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blank screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>H</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hide every sum of money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what if: try other hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ −</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>these keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leave</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: its scenario is no longer in the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not searched yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: its strategy does not fit the plan as it is now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W what if · B blank · H money · ? keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The first %1 of %n stage(s).</source>
        <translation>
            <numerusform>The first %1 of %n stage.</numerusform>
            <numerusform>The first %1 of %n stages.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2: waits %3 of the step</source>
        <comment>a stage, its GPUs, a share</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s at %2 per 1T tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second of the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It trains at %1 tokens/s, %2 of the best strategy&apos;s speed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is not possible: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step of the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy has a price.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step takes %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the fullest GPU, stage %1 on %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Does</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 = cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <comment>$/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>broken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each with its best strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job costs %1, with failures and restarts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A node, to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawn, an estimate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nobody measured this software on %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a scenario, headline of its page</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PresentationFlow</name>
    <message>
        <source>A presentation has no page for this view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved “%1” as step %2 of the presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scenario of this step is no longer in the plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The strategy of this step does not fit the plan as it is now.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PresetDialog</name>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, family…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Built-in models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use model</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PreviewText</name>
    <message>
        <source>Size of the pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PriceImportDialog</name>
    <message>
        <source>Import prices from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use decimal &amp;comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of the table and what becomes of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;GPU type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Node type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Date:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not in the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n rows give a price.</source>
        <translation>
            <numerusform>%n row gives a price.</numerusform>
            <numerusform>%n rows give a price.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows have none: no price, never 0.</source>
        <translation>
            <numerusform>%n row has none: no price, never 0.</numerusform>
            <numerusform>%n rows have none: no price, never 0.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %n prices</source>
        <translation>
            <numerusform>Import %n price</numerusform>
            <numerusform>Import %n prices</numerusform>
        </translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✗ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ to be imported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>— no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use decimal comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Skip row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip row</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 — %n other rows are fine.</source>
        <comment>what is wrong with a row, and how many are not</comment>
        <translation>
            <numerusform>%1 — %n other row is fine.</numerusform>
            <numerusform>%1 — %n other rows are fine.</numerusform>
        </translation>
    </message>
    <message>
        <source>Row %1 is skipped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row %1 is fine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Include row again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Include row again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>USD for one %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> USD</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date of the rate of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date, such as 2026-11-20</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 %1 =</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price per &amp;hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price per G&amp;PU hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;ource:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;urrency:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>USD per unit o&amp;f it:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date of the &amp;rate:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n rows are skipped as you asked.</source>
        <translation>
            <numerusform>%n row is skipped as you asked.</numerusform>
            <numerusform>%n rows are skipped as you asked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows can&apos;t be taken; see them above.</source>
        <translation>
            <numerusform>%n row can&apos;t be taken; see it above.</numerusform>
            <numerusform>%n rows can&apos;t be taken; see them above.</numerusform>
        </translation>
    </message>
    <message>
        <source>– skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns as you set them for the last table with this heading.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not said</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Currency &amp;where none is named:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Take as it stands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ter&amp;ms:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pro&amp;vider:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;egion:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From so man&amp;y units:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Losses of a spot node an hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price to &amp;buy a node:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price to buy &amp;a GPU:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;1 year, per hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;3 years, per hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spot, per hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row %1 has no price: nothing of it is taken.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PriceReach</name>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A price of a GPU alone holds for every node with it: %n node types get another price (%1).</source>
        <translation>
            <numerusform>A price of a GPU alone holds for every node with it: %n node type gets another price (%1).</numerusform>
            <numerusform>A price of a GPU alone holds for every node with it: %n node types get another price (%1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of %1</source>
        <comment>nodes, pool</comment>
        <translation>
            <numerusform>%n of %1</numerusform>
            <numerusform>%n of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes of this plan get another price: %1.</source>
        <translation>
            <numerusform>%n node of this plan gets another price: %1.</numerusform>
            <numerusform>%n nodes of this plan get another price: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PricesDialog</name>
    <message>
        <source>Prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import prices…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a table (CSV); the next window says which column means what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (one GPU)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is reckoned with, unless a pool has a price of its own. Quotes that you add or import hold before the prices of the catalogue, for the provider, the region and the number of units that they name, and are kept with the plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, source…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All terms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Add quote…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A price that somebody asks of you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The quote; of a list price, a quote of yours like it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The quote; list prices stay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rows shown, as a table (CSV) that can be imported again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export prices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All providers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Region</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yours: %1</source>
        <comment>source of a price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit a quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove a quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A GPU</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramCode</name>
    <message>
        <source>Text of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramPage</name>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synthesise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the synthesis of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences at a time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences that one step of the program takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The program takes all its sequences at once. Fewer need less memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares and gain</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensors and their sharding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline of one step of the program, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, the whole batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;One program, unequal shares&lt;/b&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan: synthesising anew…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Synthesising the program…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All GPUs of this plan are equally fast. A program with unequal shares is for plans that mix types of GPUs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before a program was found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step of %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This program, a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data parallel, even shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data parallel, by speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan: stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No program was found that fits: %1 lacks at least %2 of memory, even with the smallest micro-batches, re-gathered weights and recomputed layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>One fits with %n more node(s) of %1.</source>
        <translation>
            <numerusform>One fits with %n more node of %1.</numerusform>
            <numerusform>One fits with %n more nodes of %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>A strategy with a pipeline may fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage of the pipeline whose program is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every stage of the pipeline has a program of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work of this stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>layers</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verifying against one device…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ verified against one device: largest difference %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Executed on small tensors, device by device: %1 claims about %2 tensors hold over %n step(s) of training.</source>
        <translation>
            <numerusform>Executed on small tensors, device by device: %1 claims about %2 tensors hold over %n step of training.</numerusform>
            <numerusform>Executed on small tensors, device by device: %1 claims about %2 tensors hold over %n steps of training.</numerusform>
        </translation>
    </message>
    <message>
        <source>✗ differs from one device: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the text of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All views of the program</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramText</name>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parameter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights, gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replicated on every device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>partial sums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shards along dim %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-gather, padded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-gather, grouped broadcasts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reduce-scatter, padded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reduce-scatter, grouped reduces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-reduce</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all-to-all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>resharding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>devices of a pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, device %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, devices %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimal: proven before rounding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Feasible: no program is more than %1 faster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, stopped early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: from %3 for %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Phase</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Computing on %1, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Communication, ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host time, gradient reduction and exposed traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 times</source>
        <comment>instruction and count</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n micro-batch</numerusform>
            <numerusform>%n micro-batches</numerusform>
        </translation>
    </message>
    <message>
        <source>weights re-gathered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers recomputed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline of %1 stages, each with a program of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, the slowest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; not ranked: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ProgramTimeline</name>
    <message>
        <source>Timeline of one step of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moves activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moves weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits for the slowest</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::PropertyText</name>
    <message>
        <source>%1, %2</source>
        <comment>source and its date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>number of nodes, type of node</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak, bf16</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link inside a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Purchase of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>excluded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source of the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source of the node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the network switches (SHARP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in the GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power limit of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known, assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, own figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h, %2</source>
        <comment>price, whose it is</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>price, whose it is</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a node, to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>whole nodes of %n GPUs</source>
        <translation>
            <numerusform>whole nodes of %n GPU</numerusform>
            <numerusform>whole nodes of %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2, an estimate from its GPUs</source>
        <comment>mark of estimates, power</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paid for at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>whole racks of %1 GPUs, %n nodes each</source>
        <translation>
            <numerusform>whole racks of %1 GPUs, %n node each</numerusform>
            <numerusform>whole racks of %1 GPUs, %n nodes each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPUs, %n nodes</source>
        <translation>
            <numerusform>%1 GPUs, %n node</numerusform>
            <numerusform>%1 GPUs, %n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to buy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>mark of estimates, power</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of that</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Condition</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::QuestionBanner</name>
    <message>
        <source>Enter price…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count as bought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count as rented</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Ask for %n GPUs</source>
        <translation>
            <numerusform>Ask for %n GPU</numerusform>
            <numerusform>Ask for %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow all GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter link…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter network…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search stopped by an internal error while preparing the question.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search stopped by an internal error while scoring configurations.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search stopped by an internal error while trying what would make it fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search stopped by an internal error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stale:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) since this run</source>
        <translation>
            <numerusform>%n change since this run</numerusform>
            <numerusform>%n changes since this run</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>2 changes since this run (what they were)</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart with changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 results so far are kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::QuoteDialog</name>
    <message>
        <source>Quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Node or GPU type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 (node)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (one GPU)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Terms:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price, per hour or to buy:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Region:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From so many units:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes, or GPUs where the quote is for a GPU, that have to be taken at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions of a node an hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often spot takes a node away. Without it, spot has an answer only with a provider of whom it was measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter a price above 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions must be 0 or more, or empty where nobody says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say where the price comes from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter the day of the price, such as 2026-11-20.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 for each of %n GPUs</source>
        <translation>
            <numerusform>%1 for its GPU</numerusform>
            <numerusform>%1 for each of %n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 an hour for each of %n GPUs</source>
        <translation>
            <numerusform>%1 an hour for its GPU</numerusform>
            <numerusform>%1 an hour for each of %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>for one GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>for a node of %n GPUs</source>
        <translation>
            <numerusform>for a node of %n GPUs</numerusform>
            <numerusform>for a node of %n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RackText</name>
    <message>
        <source>%1 / %2 slots</source>
        <comment>nodes of a rack, how many fit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>nodes of a rack, how many fit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 of %2 slots taken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, more nodes than fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above the rack&apos;s %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>more than the rack&apos;s %n slot(s)</source>
        <translation>
            <numerusform>more than the rack&apos;s %n slot</numerusform>
            <numerusform>more than the rack&apos;s %n slots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RankingModel</name>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selective</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>count and GPU type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>share and GPU type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>US dollars per 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds of one training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model FLOPs utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the fullest GPU in % of the limit, which is its capacity less the headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory, % of limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallelism, by pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Virtual pipeline: model chunks per stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch size in sequences</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mbs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO stage: which state is sharded over the replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputed layers per stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline bubble: share of the step in which a stage waits for others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP %1 · PP %2 · DP %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · CP %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · EP %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 over on %2, stage %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deadline: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>power: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost an hour: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it is not possible</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per second per GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s/GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HAP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One distributed program on all GPUs, with a share for each: see Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Distributed program in %n stages</source>
        <translation>
            <numerusform>Distributed program in %n stage</numerusform>
            <numerusform>Distributed program in %n stages</numerusform>
        </translation>
    </message>
    <message>
        <source>Distributed program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower end of the step&apos;s 80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Upper end of the step&apos;s 80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds of one training step; 80 % band %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <comment>title; its band in percent</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer, activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · in host memory: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is offloaded to host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · ETP %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert-tensor parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 over in host memory of %2, stage %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kW</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ pinned GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs against the strategy pinned last: + is fewer, − is more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs against the best: + is fewer, − is more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against the strategy pinned last: + is faster, − is slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against the best: + is faster, − is slower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <comment>$/1T tokens, found, limit</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/1T tok</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per 10¹² tokens</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ pinned %1/1T</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best %1/1T</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against the strategy pinned last: + is cheaper, − is more expensive</source>
        <comment>$/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against the best: + is cheaper, − is more expensive</source>
        <comment>$/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the %2 allowed (capacity less headroom) in stage %3: %4 of the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>purchase: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost of ownership: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost per month: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>day to be done: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of the whole job, with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of the whole job, with failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power at the wall of the machines that are paid for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 hours; %2 without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the predictions for its GPUs rest on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training runtimes that start the layout as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>GPU type, what its predictions rest on</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kW, an estimate</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RankingPage</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n strategies are hidden by the filter.</source>
        <translation>
            <numerusform>The only strategy is hidden by the filter.</numerusform>
            <numerusform>All %n strategies are hidden by the filter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter of the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tp=8 mem&lt;90% type:h100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>List the strategies nearest to being possible, each with its reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rejected: %1 by a rule, %2 by memory, %3 by a limit; the nearest %4 are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>None of the %n best matches it; with more rows kept, more strategies are ranked.</source>
        <translation>
            <numerusform>The best one does not match it; with more rows kept, more strategies are ranked.</numerusform>
            <numerusform>None of the %n best matches it; with more rows kept, more strategies are ranked.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 No row is filtered.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RankingView</name>
    <message>
        <source>Ranked strategies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin (P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin (P)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End the comparison (C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare with the best (C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit as my layout… (E)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy rows (Ctrl+C)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rank %1</source>
        <comment>in the ranking</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How is this calculated? (H)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Glossary: F1 in the column, or the menu of the heading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it means (F1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use as running layout</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::Reading</name>
    <message>
        <source>Reading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan stays as it is until the file has been read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It holds what was shown when the writing began.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RecentPlans</name>
    <message>
        <source>%1 (pinned)</source>
        <comment>a recent file</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReplanPage</name>
    <message>
        <source>Re-plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The selected strategy runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What if this GPU were slower:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU that the curve is about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plans around slow and failed GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step of each plan against how slow the GPU is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No layout is said to run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A layout is said to run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Say which strategy runs, then mark GPUs of a tile as slow or failed: this page tells what to do, what it costs to move, and when that pays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2: %3 a step</source>
        <comment>how slow, plan, seconds</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>times as slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of a step</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReportBuilder</name>
    <message>
        <source>Move &amp;up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All, original order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages of the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Aut&amp;hor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A paragraph after the summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Letter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pape&amp;r</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Sections, in their order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections of the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick what the report contains; drag to reorder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no fresh answer to report: run the search.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick a section: the report would be empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n page(s)</source>
        <translation>
            <numerusform>%n page</numerusform>
            <numerusform>%n pages</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As PDF, as a web page (HTML) or as Markdown: by the ending of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Letter, as usual here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A4, as usual here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ch&amp;oose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A picture at the head of the report, PNG or SVG; kept with the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a logo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None</source>
        <comment>logo</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No logo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A logo for the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png *.svg)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Added &amp;views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Views added to the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept while this window is open. F2 renames, Del removes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;urrency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another currency is there once Preferences hold what a dollar is worth in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As in the window (%1)</source>
        <comment>code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, at %2 for a dollar of %3</source>
        <comment>code of a currency, rate, date</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReportFlow</name>
    <message>
        <source>No font here has the character “%1” of the report.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating what would change the answer…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No report was made: the answer has changed meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A report is being made already: try again when it is there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report (*.pdf);;Web page (*.html *.htm);;Markdown (*.md *.markdown)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent the report to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the window showed it at %1, with %2 selected.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: the first %2 of %3 rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shows nothing that could be added yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is in the report, for as long as this window is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would change the answer is still being calculated.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The report is made as soon as it is there, with a section about it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report without it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No report</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ResultActions</name>
    <message>
        <source>Copied the plot</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ResultExports</name>
    <message>
        <source>Export the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shows nothing that could be exported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the bill of materials</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export launch settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ResultsPanel</name>
    <message numerus="yes">
        <source>&lt;b&gt;%1 &amp;nbsp; %2&lt;/b&gt; &amp;nbsp; %3, %n micro-batch(es), layers %4</source>
        <translation>
            <numerusform>&lt;b&gt;%1 &amp;nbsp; %2&lt;/b&gt; &amp;nbsp; %3, %n micro-batch, layers %4</numerusform>
            <numerusform>&lt;b&gt;%1 &amp;nbsp; %2&lt;/b&gt; &amp;nbsp; %3, %n micro-batches, layers %4</numerusform>
        </translation>
    </message>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching for the first strategy that fits…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy fits. The message above says what binds and what would help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not searched yet. A search needs hardware and a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not searched yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin the selected rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare on the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>My layout…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frontier only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where time, memory and money go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>B 17, s3 F 2, optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No such block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline of one training step, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>against %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the difference comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why nothing fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as text…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as a PyTorch script…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step of the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How robust #1 is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>My layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A distributed program has no degrees to edit: shares and collectives are found for its GPUs. Choose a strategy to begin with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not searched yet (%1).</source>
        <comment>≈ 650 000 strategies, about 66 s</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1, 80 % band %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results to the side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show to the side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move back to the tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted with constants fitted to your own measured runs, kept in this plan, instead of the published ones. Press to see how well they hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n best</source>
        <comment>places of the ranking</comment>
        <translation>
            <numerusform>%n best</numerusform>
            <numerusform>%n best</numerusform>
        </translation>
    </message>
    <message>
        <source>Rows kept: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. How many of the best strategies a search keeps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save log…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants: %1</source>
        <comment>when and from what they were made</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a tool and why it is off</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All views of the results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time and cost against nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the start of vLLM…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the start of SGLang…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the start of TensorRT-LLM…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export manifests of llm-d…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export manifests of Dynamo…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as Trace Event JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export as %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the routing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export layers and routing as JSON…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How robust the best deployment is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs and cost against the traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the curve as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re-plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step of each plan against how slow a GPU is</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RulesDialog</name>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A strategy that a rule matches is left out of the search. The shipped rules say what a training framework refuses; the plan&apos;s own are written below.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rules</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every rule with what it removes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;The plan&apos;s own rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Insert a variable…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan&apos;s own rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rules of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) in force, %1 switched off.</source>
        <translation>
            <numerusform>%n rule in force, %1 switched off.</numerusform>
            <numerusform>%n rules in force, %1 switched off.</numerusform>
        </translation>
    </message>
    <message>
        <source>A rule of this plan: its box switches it on and off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removes %1 of %2 strategies, counted independently of other rules.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot be evaluated for %1: these strategies stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For example: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rule %1</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules were changed and not applied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shipped with the program: its box switches it on and off for this plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shipped with the program and always in force: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many strategies it removes is not known: there are too many ways to choose pools and tensor parallelism to go through them.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::RunBar</name>
    <message>
        <source>%1 per 1T tok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pruned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bound</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best and bound over the time of the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>label and value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By rule %1, by a limit %2, by memory %3, by the bound %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 /s</source>
        <comment>rate</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) since this run</source>
        <translation>
            <numerusform>%n change since this run</numerusform>
            <numerusform>%n changes since this run</numerusform>
        </translation>
    </message>
    <message>
        <source>Stale</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>Left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>|bound − best| ÷ best = |%1 − %2| ÷ %2 = %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the speed alone; the Pareto frontier can improve by at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules that prune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the rules that prune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 strategies a second so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 strategies a second, the average of the whole search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy can beat %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With failures, checkpoints and restarts, and an 80 % band; %1 without</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The energy is an estimate, as no power is published of some machines or switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing that is searched can beat %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScaleView</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
    <message>
        <source>within the limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no strategy fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2; %3</source>
        <comment>nodes, time and cost, limits</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; some GPUs stand idle and are paid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The knee is at %1: %2. Beyond it a further node saves less time than on average over all that is drawn.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 are the fewest that are done within %2: %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No count drawn is done within %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No count drawn keeps the budget of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The budget of %1 is kept at a count of %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job is cheapest on %1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy fits at a count of %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At a count of %1 no strategy takes all GPUs: some stand idle and are paid.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no strategy fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time and cost of the job against nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More or fewer nodes of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool whose nodes are counted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the plot says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searching with more and with fewer nodes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was searched yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 counts</source>
        <comment>how many are known</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deadline %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>knee</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the current question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time at the left, cost at the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, a limit is broken</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time, hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time, days</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cost, %1</source>
        <comment>unit of money: M USD</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScenarioImport</name>
    <message>
        <source>Import scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Imported %n scenario(s) and their constants from %1</source>
        <translation>
            <numerusform>Imported %n scenario and its constants from %1</numerusform>
            <numerusform>Imported %n scenarios and their constants from %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %n scenario(s) from %1</source>
        <translation>
            <numerusform>Imported %n scenario from %1</numerusform>
            <numerusform>Imported %n scenarios from %1</numerusform>
        </translation>
    </message>
    <message>
        <source>These types have other values here: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These GPUs have other prices here: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their predictions rest on other constants: %1. All scenarios of a plan have the same ones.</source>
        <comment>when and from what constants were made</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Their predictions rest on constants that this version can&apos;t use; here those of this plan hold for all scenarios.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theirs say nothing of these GPUs, with which no scenario could be predicted: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scenarios mean something different in that plan than they would here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import &amp;theirs under new names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep &amp;ours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Predict all scenarios with the published constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Predict all scenarios with their constants</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScenarioText</name>
    <message>
        <source>%1 %2</source>
        <comment>count and GPU type</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>letter and name of a scenario</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScenarioTools</name>
    <message>
        <source>Scenario %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is a copy of %2</source>
        <comment>two scenarios</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removed scenario %1 — Undo brings it back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, empty for its hardware:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ScriptDialog</name>
    <message>
        <source>Open a launch script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is read, not run. What it says of strategy, job and software becomes my layout.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What of the script is not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Argument</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why it is not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add to ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 instead of %3</source>
        <comment>setting of the job, new value, old value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtime: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The job stays as it is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Not used: %n argument(s)</source>
        <translation>
            <numerusform>Not used: %n argument</numerusform>
            <numerusform>Not used: %n arguments</numerusform>
        </translation>
    </message>
    <message>
        <source>“%1” is “%2”, and %3 leaves %4 open. Enter its value.</source>
        <comment>argument, value, file, variable</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contradicts the question: %1 (%2)</source>
        <comment>argument of a script, what holds instead</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Taken where nothing is said: %1 (%2)</source>
        <comment>setting of a strategy, why</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SearchControl</name>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not searched. %1: %2</source>
        <comment>a field and why its text is refused</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next search has seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches end after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Searches run until the whole space is done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End a search after:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best strategy so far is kept, with its gap to the bound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No limit</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SearchLimitRow</name>
    <message>
        <source>Search limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A search ends after this time; the best strategy so far is kept, with its gap to the bound.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log, report and files say it; the same plan, catalogue and seed give the same answer on any machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed of the search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SearchNews</name>
    <message>
        <source>New best %1 tokens per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New best %1 tok/s · TP %2, PP %3, DP %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New best %1 · %2</source>
        <comment>figure, layout</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SellerDialog</name>
    <message>
        <source>Provider and region of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Region:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>anywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions of a node an hour:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How often spot takes a node away; it counts only where nodes are rented as spot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a rate and where it is from</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions must be from 0 to 3600, or empty where nobody says.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a price and its source</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent %1: %2 for a GPU and hour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No rent %1 is known there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To buy: %1 for a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No price to buy is known there.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SensitivityView</name>
    <message>
        <source>Rent of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of power</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Intra-node links of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network %1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Efficiency of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/kWh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Effect of each value on #1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values at which another strategy is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Metric</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens/s of #1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change each value by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change of every value in per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: #%2 wins below %3 (now %4).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: #%2 wins above %3 (now %4).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#1 stays first among the ten best for every value here between a quarter and four times what it is now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#1 stays first while the values stay within these limits. Each value is changed on its own, and only the ten best strategies are compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 at %3, %4 at %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#1 there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Higher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break-even below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Break-even above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (#%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From the previous search, until this one ends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the current question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of hosting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of the network of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a kW and month</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of #1</source>
        <comment>$/1T tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 a GPU</source>
        <comment>price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without effect on #1: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating how each value changes #1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) without effect</source>
        <translation>
            <numerusform>%n value without effect</numerusform>
            <numerusform>%n values without effect</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 + %n more</source>
        <translation>
            <numerusform>%1 + %n more</numerusform>
            <numerusform>%1 + %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingAccuracyPage</name>
    <message>
        <source>&amp;Import my runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show &amp;published runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors and runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per token (TPOT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to first token (TTFT)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors by group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured serving runs with their prediction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs left out, with the reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import measured serving runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicting every run…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the published table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run fits these filters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (published). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</source>
        <translation>
            <numerusform>%n run (published). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</numerusform>
            <numerusform>%n runs (published). The constants were fitted to published runs, these among them; the README has the figures for runs left out of the fit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with the constants fitted to published runs.</source>
        <translation>
            <numerusform>%n run (%1), predicted with the constants fitted to published runs.</numerusform>
            <numerusform>%n runs (%1), predicted with the constants fitted to published runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n pair(s) of layouts more than 10 % apart in time per token, %1 are in their measured order.</source>
        <translation>
            <numerusform>Of %n pair of layouts more than 10 % apart in time per token, %1 are in their measured order.</numerusform>
            <numerusform>Of %n pairs of layouts more than 10 % apart in time per token, %1 are in their measured order.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) of the table could not be predicted.</source>
        <translation>
            <numerusform>%n row of the table could not be predicted.</numerusform>
            <numerusform>%n rows of the table could not be predicted.</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Fit constants to these runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use them in the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fitting constants to the runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Fitted to %n run(s): median error %1 before, %2 after, of these runs themselves.</source>
        <translation type="unfinished">
            <numerusform>Fitted to %n run: median error %1 before, %2 after, of this run itself.</numerusform>
            <numerusform>Fitted to %n runs: median error %1 before, %2 after, of these runs themselves.</numerusform>
        </translation>
    </message>
    <message>
        <source>The plan now uses the constants fitted to your runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) (%1), predicted with constants fitted to them.</source>
        <translation>
            <numerusform>%n run (%1), predicted with constants fitted to them.</numerusform>
            <numerusform>%n runs (%1), predicted with constants fitted to them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingDecision</name>
    <message>
        <source>%1, within the error of the first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none asked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take %1: %2, %3.</source>
        <comment>scenario, deployment, figure of the goal</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within the error of the prediction, and so as good: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>option, its chance</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chance to be the best: %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingErrorGroups</name>
    <message>
        <source>Disaggregated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With draft tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models with experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dense models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at a concurrency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>static batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at a request rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>9 of 10</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Typical</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In 80 % band</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingMoves</name>
    <message>
        <source>%1 above %2: nothing keeps promises and limits any more.</source>
        <comment>value, how much</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 below %2: nothing keeps promises and limits any more.</source>
        <comment>value, how much</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 above %2: the best as it is keeps no promise any more, %3 does (%4).</source>
        <comment>value, how much, deployment, its figure</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 below %2: the best as it is keeps no promise any more, %3 does (%4).</source>
        <comment>value, how much, deployment, its figure</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 above %2: %3 is better (%4).</source>
        <comment>value, how much, deployment, its figure</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 below %2: %3 is better (%4).</source>
        <comment>value, how much, deployment, its figure</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length of answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promise on the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promise on further tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promise on the whole answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs paid for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>No deployment keeps the promises as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No price is known: choose another figure.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stays the best whichever value changes by ±%2.</source>
        <comment>deployment, change</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the best as things are (%2). Within ±%3 that ends:</source>
        <comment>deployment, its figure, change</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: not every value was moved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lower</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Higher</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>range in which the first stays the best</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 users in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing keeps promises and limits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>traffic, deployment, GPUs</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 an hour, %2</source>
        <comment>money, money of a million tokens</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For %1 the best does %2 requests/s within the promises.</source>
        <comment>traffic, how many</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A million tokens cost the least at %1: %2.</source>
        <comment>traffic, money</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped: not every traffic was answered.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingPage</name>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frontier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of the deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All views of the deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of one iteration by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A request until its first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A whole request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a GPU by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures against requests per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of a request by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTFT %1 · TPOT %2 · %3 · binds: %4</source>
        <comment>figures of a deployment</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Misses the promise: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTFT, 99 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decoding</source>
        <comment>an iteration</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with a prompt</source>
        <comment>an iteration</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of one iteration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token</source>
        <comment>of a request</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole answer</source>
        <comment>of a request</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds of a whole request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB of a GPU that decodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frontier and load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the frontier shows against tokens/s of a user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of a GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of a prompt alone</source>
        <comment>an iteration</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingQuestion</name>
    <message>
        <source>within %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing promised</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>up to %1 drafted, each accepted with %2</source>
        <comment>tokens, probability</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on average; median %2, 90 % below %3, 99 % below %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 on average, as in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 requests in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offline, as fast as it goes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 times the stated rate at %2, %3 times at %4</source>
        <comment>factor, hour, factor, hour</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variation of arrivals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt, tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer, tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of prompts that is cached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each further token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promised to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the engine has them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers over unequal machines</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingRuns</name>
    <message>
        <source>measured, output tokens a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted, output tokens a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too many</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too few</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured, ms to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured, ms a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted, ms to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted, ms a token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too slow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>too fast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band: %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The source states every setting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Assumed: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingScaleView</name>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs and cost of the best deployment against the traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the plot says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best deployment for an eighth up to four times the traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning with more and with less traffic…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not worked out yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline work takes all machines as fast as they go: there is no traffic to grow.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 counts</source>
        <comment>how many are known</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the current question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs that serve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 per million tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>users in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs at the left, %1 per million tokens at the right</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingSensitivityView</name>
    <message>
        <source>Sensitivity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Effect of each value on the best deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values at which another deployment is better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sensitivity plot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>change each value by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change of every value in per cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning anew with each value changed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not worked out yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calculating…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older than the current question</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>figure, value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: nothing serves</source>
        <comment>value</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ServingSlides</name>
    <message numerus="yes">
        <source>%1 served by %n GPU(s)</source>
        <translation>
            <numerusform>%1 served by %n GPU</numerusform>
            <numerusform>%1 served by %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of the GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inside a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best of %1 deployments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TTFT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TPOT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tok/s/GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n options to serve %1</source>
        <translation>
            <numerusform>%n option to serve %1</numerusform>
            <numerusform>%n options to serve %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Option</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of each GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the first token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for each further token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for a million tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promised to %1 of the requests: %2.</source>
        <comment>share, times</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 GPUs serve, %2 are paid for, on %n node(s).</source>
        <translation>
            <numerusform>%1 GPUs serve, %2 are paid for, on %n node.</numerusform>
            <numerusform>%1 GPUs serve, %2 are paid for, on %n nodes.</numerusform>
        </translation>
    </message>
    <message>
        <source>Why %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>for a million output tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a month of 730 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GPUs are paid for, of which %2 serve.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare replicas among them: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fast for users, or much from each GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s to one user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s of one GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not beaten in both at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 tok/s to one user, %3 of one GPU</source>
        <comment>deployment, rates</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A request of %1 and %2 tokens</source>
        <comment>prompt, answer</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token, %1</source>
        <comment>pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole answer, %1</source>
        <comment>pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where time and memory go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An iteration, %1</source>
        <comment>pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a GPU, %1</source>
        <comment>pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/M tokens</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not planned yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SettingText</name>
    <message>
        <source>Tensor parallel (TP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline parallel (PP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Virtual pipeline (VP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context parallel (CP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert parallel (EP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel of experts (ETP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data parallel (DP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch (mbs)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence parallel (SP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO group size (HSDP)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputed layers per stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer offload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activation offload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap gradient reduction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap parameter gather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap tensor-parallel traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZB-V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is too wide a range: name at most %2 values.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” is no range: the smaller value comes first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No value from %1 is tried: use some of %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>looped breadth-first</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ShareBars</name>
    <message>
        <source>Share of each device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>devices of a pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2: %3 each, in proportion to speed %4; %5 each; busy %6; memory %7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · busy %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ShelfModel</name>
    <message>
        <source>%1 · %2</source>
        <comment>memory · link</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>node: count and GPU</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network?</source>
        <comment>no network figure is known</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>list %1</source>
        <comment>source and date of a price</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 TF</source>
        <comment>memory and link · peak</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>My types</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1, %n entries</source>
        <translation>
            <numerusform>%1, %n entry</numerusform>
            <numerusform>%1, %n entries</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, price %3, %4%5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own %1</source>
        <comment>own price and its date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marks pools that draw more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no power limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop it on a pool to put that into a rack, or on a rack to set its power limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rack %1 kW</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n node types</source>
        <translation>
            <numerusform>%n node type</numerusform>
            <numerusform>%n node types</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of a whole node, one direction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop it on a pool or on a link.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Racks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Networks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 TF</source>
        <comment>peak</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>, older than %n days</source>
        <translation>
            <numerusform>, older than %n day</numerusform>
            <numerusform>, older than %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rack of %n nodes, %1</source>
        <translation>
            <numerusform>rack of %n node, %1</numerusform>
            <numerusform>rack of %n nodes, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>A rack is had whole: its GPUs that a strategy leaves idle are paid for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a rack: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, not measured: %1</source>
        <comment>what its predictions rest on</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ShortcutsDialog</name>
    <message>
        <source>Shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action or key…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every action with its keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New &amp;keys:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New keys of the chosen action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rese&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is used by “%2”. Choose other keys, or remove them there first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is used by “%2” now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab, Shift+Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next object, the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arrows, Alt+Arrows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the selection, in small steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+, −</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One node more, one less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of nodes, bandwidth or text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>N</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>W, S, +, −</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in, zoom out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A, D, Left, Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier, later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next block, the one before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shift+Left, Shift+Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move the time cursor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark; two marks measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The whole step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fold repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>X</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Swap with the compared strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These keys work only there and can&apos;t be changed.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SpaceEstimate</name>
    <message>
        <source>%1 strategies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ %1 strategies, about %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ %1 strategies</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SpanTable</name>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited, s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1 · %2</source>
        <comment>stage and strategy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved, MB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StartPage</name>
    <message>
        <source>Start page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What would you like to plan?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the start page (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the start page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None yet: plans that you save or open are listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this plan at the top of the recent plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StatusLine</name>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 USD = %1 %2</source>
        <comment>rate, code of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (old)</source>
        <comment>rate</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Catalogue %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1[*] — Astrolabe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StepsDialog</name>
    <message>
        <source>Move &amp;up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Go to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rese&amp;t</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps of the presentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages and saved &amp;views, in their order. Ctrl+B in the window adds its current view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick what is presented; drag to reorder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The six pages alone, without saved views</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A page of the scenario that is shown, for its best strategy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved view: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its scenario is no longer in the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the best strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the strategy selected then</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2 of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up the presentation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::StrategySelection</name>
    <message>
        <source>#%1</source>
        <comment>rank</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SweepOpening</name>
    <message>
        <source>Open the results of a sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results of a sweep (*.jsonl *.ndjson *.partial)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::SweepWindow</name>
    <message>
        <source>Results of a sweep: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cases of the sweep as points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cases of the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export table…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every case with its values unrounded, money in dollars (CSV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds %2 of %3 cases.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its last line is torn: sweep --resume goes on with it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2: %3 %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a figure and the sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, s</source>
        <comment>a figure in seconds</comment>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>The inputs of %n of them are wrong: the last column says what.</source>
        <translation>
            <numerusform>The inputs of %n of them are wrong: the last column says what.</numerusform>
            <numerusform>The inputs of %n of them are wrong: the last column says what.</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between the words of a case</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>words of a case, its figure</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TakeFix</name>
    <message>
        <source>what the fix needs</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TaskChoice</name>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the machines are for. Train: the model is trained on so many tokens. Serve: it answers requests within promises. What one asks is kept while the other is shown.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <comment>task</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Serve</source>
        <comment>task</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>task</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TimelineView</name>
    <message>
        <source>Timeline of one training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 · stage %3</source>
        <comment>kind, micro-batch, stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · stage %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited %1 for stage %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the critical path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to stage %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 from stage %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1 %2, %3</source>
        <comment>stage, what it does, memory</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the links between GPUs, %1 each way</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the network, %1 a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over the network between %1 and %2, %3 a node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of %1</source>
        <comment>a strategy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no timeline yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two strategies stand on one scale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing repeats often enough in this step.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TipText</name>
    <message>
        <source>%1, %2</source>
        <comment>source and its date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory bandwidth of a GPU: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a GPU: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own price of a GPU: %1/h (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To buy one GPU: %1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a node: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory of a node: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Region: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2/h (%3)</source>
        <comment>kind of price, price, date</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On demand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved for a year</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reserved for three years</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To buy a node: %1, from %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To buy a node: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source of the GPU: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host link: %1 each way</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ToolCorner</name>
    <message>
        <source>More tools</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TrafficExtras</name>
    <message>
        <source>Traffic over the day</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>traffic over the day</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variation of arrivals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Standard deviation of the gaps between requests over their mean: 1 where they come at random, more in bursts. A published trace brings its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bursts (CV)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>variation of arrivals</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drafted tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speculation: tokens that are drafted at most for each step; 0: none. Deployments with and without are compared.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drafted tokens</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepted drafts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability that a drafted token is accepted if those before it were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accepted drafts</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loads of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How uneven the loads of experts are: the fullest rank of expert parallelism sets the time. A table by layer and expert is read from a job&apos;s file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as in measured runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skew of experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load of the fullest rank over the mean, with an expert on each rank.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>skew of experts</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loads of experts</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as in a file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TrafficPanel</name>
    <message>
        <source>Traffic and promises</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How requests come</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests per second: they come at random at this rate. Users in flight: each asks again as soon as it is answered. Offline: all requests wait from the start, as fast as possible.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests per second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>/s</source>
        <comment>requests a second</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean rate at which requests come.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>requests per second</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests that are answered at any time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>users in flight</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length of prompts</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length of answers</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cached prefix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of a prompt whose keys and values are in the cache already.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cached prefix</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no promise on %1</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First token within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time to first token (TTFT): from the request to its first token, queue included.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time to first token</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Per token within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per output token (TPOT) after the first: its inverse is what a user reads a second.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per token</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole answer within</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>End to end: from the request to its last token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time of the whole answer</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Promised to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the requests for which the promises hold: 50 for the median.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>quantile of the promises</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision of the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>int8, int4 and mxfp4 are of the weights alone: products run in bf16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision of the weights</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision of keys and values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the engine has it: fp8 where weights are fp8 or fp4, but bf16 in SGLang.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as the engine</source>
        <comment>precision</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>precision of keys and values</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What serves: its overheads, and what it holds back, are part of a prediction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>engine</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Date of the engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>newest</source>
        <comment>release of an engine</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine as it was in this month, YYYY-MM; empty: the newest one known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write the month as 2026-06, or leave it empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>date of the engine</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Spare replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replicas beyond what the traffic needs, for when one fails. They are paid for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>spare replicas</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers over unequal machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One copy of the model whose layers are spread over all machines, slow links and regions included, by the largest flow of tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>placement of layers</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kind of traffic</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lengths of a published trace</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TuningWords</name>
    <message>
        <source>DPO against a copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DPO against precomputed probabilities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DPO against the model without its adapters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>90 % at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <comment>LoRA, rank 16</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every product</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frozen: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples: %1</source>
        <comment>mean 800, longest 8192</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>packed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padded</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::UnsavedWork</name>
    <message>
        <source>Autosaved %1</source>
        <comment>a time</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recovery copy could be written in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Astrolabe closed unexpectedly.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” has changes from %2 that were not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restored “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“%1” was read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The changes from %1 that were not saved in it are kept in a copy.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ValueDialog</name>
    <message>
        <source>Another number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usual:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhatIfStrip</name>
    <message>
        <source>What if</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What if:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nodes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU type of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>US dollars per GPU-hour of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 for the price of the catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The plan counts machines that are bought, not rented.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for a GPU hour of %2</source>
        <comment>currency, pool</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1/GPU h</source>
        <comment>sign of a currency</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhyChosen</name>
    <message>
        <source>Chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No strategy to show yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen because</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>breakdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ranking #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Prediction %1, 80 % band %2 to %3. %n input(s) are assumed.</source>
        <translation>
            <numerusform>Prediction %1, 80 % band %2 to %3. One input is assumed.</numerusform>
            <numerusform>Prediction %1, 80 % band %2 to %3. %n inputs are assumed.</numerusform>
        </translation>
    </message>
    <message>
        <source>Glossary: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhyPlot</name>
    <message>
        <source>all others</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seconds a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S%1</source>
        <comment>stage</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2, %3 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB; line: memory limit (capacity less headroom)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in host memory %1 of %2, %3 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limit there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WhyView</name>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the cheapest of %1 strategies: %2 for 10¹² tokens. The whole space was searched; nothing in it is cheaper.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the fastest of %1 strategies: %2. The whole space was searched; nothing in it is faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the cheapest found so far: %1 for 10¹² tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is the fastest found so far: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much better others may be is not known yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Without %1 the best has %2 (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10¹² tokens cost %1, at %2 an hour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · micro-batch %2 · %3 · recompute %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is the best strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ruled out by rule “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of memory: %1 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Breaks your limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outside the space you allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slower (%1 a step), but cheaper per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slower: %1 a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Faster, but more expensive per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More expensive per token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dominated by #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dominated by another strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not reached yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the best strategy was chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy to explain: pick one or type it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tp=8 pp=4 dp=2 mbs=1 recompute=selective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick in the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why the selected strategy is not first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>#%1</source>
        <comment>rank</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pick another one above, or a row of the ranking, to see why it is not first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the rule…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allow %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare on the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the difference of %1 comes from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes longer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>takes less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of the fullest GPU by stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs the fewest GPUs of %1 strategies: %2. The whole space was searched; nothing in it does with less, and nothing on as few is faster.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It needs the fewest GPUs found so far: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On %1 GPUs instead of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not reached yet: %1 of %2 strategies are left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of host memory: %1 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exactly as good as the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the Pareto frontier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can cost less than %1, %2 below it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing can be faster than %1, %2 above it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chosen: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why not %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runner-up, %1, costs %2 for 10¹² tokens (%3) and takes %4 a step (%5).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The runner-up, %1, takes %2 a step (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The best with other degrees, %1, takes %2 a step (%3).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its %1 stages hold %2 layers and share %3 micro-batches: the pipeline bubble is %4 of the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the largest loss: %2 of the step of %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It fits with recomputation (%5): the fullest GPUs, %1 in stage %2, hold %3 of the %4 allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It fits without recomputation: the fullest GPUs, %1 in stage %2, hold %3 of the %4 allowed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Better, but it leaves GPUs unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only what %1 starts was searched.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WindowCommands</name>
    <message>
        <source>All limits of the job: %1</source>
        <comment>page of a dialog</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Properties of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>property and value</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set limit: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WindowMenus</name>
    <message>
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WindowToolBar</name>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Present</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenario:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare scenarios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::WorkedFigure</name>
    <message>
        <source>no price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A GPU in use has no price, and an unknown price is not counted as zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rounding of the schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The parts are those of stage %1, whose last operation ends the step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>80 % band %1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 in stage %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In host memory, beside it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time between failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU failures per hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job of this plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published for Llama 3 on 16,384 H100</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work between checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the best interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage as the job states it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>storage as published for Llama 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restart time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the job of this plan, and reading the checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>600 s, and reading the checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first of the ranking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What no strategy can beat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For the speed alone; the Pareto frontier can improve by at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The share by which another could be cheaper</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No step can be shorter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search has no bound yet, or none that says anything.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it is compared with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s per GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 hours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 for 10¹² tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hours added by the batch ramp-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a figure, a strategy</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Properties of %1</source>
        <comment>pools of the cluster</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not stated: the usual value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>assumed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>catalogue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>derived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Idle GPUs of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of a sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the program as it is played</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the schedule as it is played</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost of an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hours of the job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants of the cost model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>version %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fitted to published training runs; the report lists them</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) of your own</source>
        <translation>
            <numerusform>%n run of your own</numerusform>
            <numerusform>%n runs of your own</numerusform>
        </translation>
    </message>
    <message>
        <source>Peak of %1, %2</source>
        <comment>a GPU type, a precision</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built-in model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model file %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Active parameters without the embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent of a GPU of %1 for an hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Price of a GPU of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network of a GPU of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own price of the pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the GPU alone, taken for the whole; %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what a formula is of, the formula</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own price</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, less what the limit of %2 a GPU saves</source>
        <comment>source, power</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; kept in this plan</source>
        <comment>when and from what constants were made</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPUs of %1 that are paid for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by single GPUs</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>whole units of %n GPUs</source>
        <translation>
            <numerusform>single GPUs</numerusform>
            <numerusform>whole units of %n GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>Power at the wall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power of a GPU of %1 with its share of the machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its share of the switches of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PUE (facility power ÷ IT power)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>own figure of the pool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machines without a published figure, and switches, are estimates.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power that is hosted, without the facility&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interruptions of spot per hour, of all nodes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A distributed program is none of the layouts that runtimes start.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained parameters that a token visits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fine-tuning counts 2 operations of a parameter for each pass forward, 2 for the way back, and 2 more for the gradient of what is trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reference model passes every sample forward once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the hours that do not wait for a repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean time to repair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clusters range from under an hour to over a day</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
