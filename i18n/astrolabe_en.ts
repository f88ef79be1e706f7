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
        <source>%1: price and hardware tables can&apos;t be imported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is neither a model nor a plan.</source>
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
        <source>%2: found %3. The model can&apos;t be sized without it. Enter the value or add %4 to the file.</source>
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
        <source>%1 trains only a part of its weights.</source>
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
        <source>%1 asks for what these parts can&apos;t do together.</source>
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
        <source>%1 has a price that can&apos;t be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: “%3” is not a price. Use %4, or remove the row.</source>
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
        <source>%1 is open in another window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found %3. Show that window, or open a copy.</source>
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
        <source>%1 is no sound hardware catalogue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%2: found “%3”, needed is %4. Install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>days</source>
        <comment>unit</comment>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui</name>
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
        <source>at this speed, without failures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$/1T tokens</source>
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
        <source>$/GPU h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Winner and runners-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best strategies found. Memory is a share of the limit.</source>
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
        <source>$/1T tok</source>
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
        <source>The pipeline has %1 stages and %2 micro-batches of %3 sequences; %4 such pipelines run side by side. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 holds layers %2 to %3 on %4 with tensor parallelism %5. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations are recomputed: %1. Optimizer state is sharded by ZeRO stage %2. Schedule: %3.</source>
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
        <source>Memory of the fullest GPU of every stage.</source>
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
        <source>stage; dashed: what the headroom leaves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory per GPU by stage, #%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No price for every GPU type used.</source>
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
        <source>million USD</source>
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
        <source>Shrink the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enlarge the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep tiles on the grid while they are dragged; Alt frees them</source>
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
</context>
<context>
    <name>astrolabe::ui::CanvasTotals</name>
    <message>
        <source>Totals of the cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n types</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <source>Machines at their typical price, without network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A purchase price of a part of the hardware is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest power of the machines, without cooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The power of a part of the hardware is not known</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rent at the chosen commitment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A rent of a part of the hardware is not known</source>
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
</context>
<context>
    <name>astrolabe::ui::ClusterView</name>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pools of nodes and the links between them. Tab goes from pool to pool.</source>
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
        <source>A pool has one node at least; Delete removes it</source>
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
        <source>The clipboard holds no hardware</source>
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
        <source>USD per GPU hour</source>
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
</context>
<context>
    <name>astrolabe::ui::CommandText</name>
    <message numerus="yes">
        <source>Move %n tiles</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n nodes</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
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
        <source>A link holds no hardware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add node %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Paste %n pools</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Only hardware, a model file or a plan can be dropped here</source>
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
        <source>%1 dollars per GPU hour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>pool %1, %n nodes of %2 %3, %4</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <source>own price</source>
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
</context>
<context>
    <name>astrolabe::ui::GoalPanel</name>
    <message>
        <source>Goal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$/1T tokens = cost per hour × 10¹² ÷ (tokens per second × 3600)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Highest throughput</source>
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
        <source>Both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every strategy that no other beats in both speed and money</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>USD</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cost at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>USD/h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>$/1T tokens at most</source>
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
        <source>Training</source>
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
        <source>seqs</source>
        <comment>unit: sequences</comment>
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
        <source>Rent: price per hour. Buy: price over the years of use. Own: power and hosting only.</source>
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
        <source>≈ %1 strategies, about %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ %1 strategies</source>
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
</context>
<context>
    <name>astrolabe::ui::MainWindow</name>
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
        <source>Catalogue %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loaded model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New best %1 tok/s · TP %2, PP %3, DP %4</source>
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
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search stopped by an internal error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Everything found so far is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to load the model %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop to open the plan %1</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open plan</source>
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
        <source>Wrote %1</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>Open &amp;recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
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
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
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
    <message>
        <source>what the fix needs</source>
        <comment>undo step: Set …</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hardware</source>
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
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom %1</source>
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
        <source>Models (*.json *.safetensors);;All files (*)</source>
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
</context>
<context>
    <name>astrolabe::ui::PlanDocument</name>
    <message>
        <source>Untitled</source>
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
        <source>Take model</source>
        <translation type="unfinished"></translation>
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
        <source>$/1T tok</source>
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
        <source>Memory of the fullest GPU, of what the headroom leaves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak mem</source>
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
        <source>Virtual stages a pipeline rank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>VP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequences a micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mbs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO stage: what is sharded over replicas</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recomputed layers a stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting share of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speed against the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ best</source>
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
</context>
<context>
    <name>astrolabe::ui::RankingView</name>
    <message>
        <source>Ranked strategies</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::ReportPage</name>
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
        <source>&lt;b&gt;#%1 &amp;nbsp; TP %2 · PP %3 · DP %4&lt;/b&gt; &amp;nbsp; %5 micro-batches, layers %6</source>
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
        <source>%1 · %2</source>
        <comment>provider and name · network</comment>
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
        <source>Source: %1, %2</source>
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
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, price %3, %4%5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, older than 180 days</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>astrolabe::ui::TimelinePainter</name>
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
        <source>peak %1 · %2</source>
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
</context>
</TS>
